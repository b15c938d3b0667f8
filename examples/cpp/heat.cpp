// The heat equation u_t = u_xx + u_yy on the unit square, zero on the boundary, by explicit steps.
//
// It starts as sin(pi x) sin(pi y), whose exact solution decays as exp(-2 pi^2 t). Slices are
// views, so the five-point Laplacian is four shifted views of one array; `+=` writes the interior
// in place. Prints the temperature at the centre beside the exact one.
#include <cmath>
#include <cstdio>
#include <numbers>

#include <numen/numen.h>

namespace np = numen;
using np::none, np::slice;

// Sum of the four neighbours of every interior point, less four times the point.
np::Array laplacian(const np::Array& u) {
    const np::Slice inner = slice(1, -1), before = slice(none, -2), after = slice(2, none);
    return u[{before, inner}] + u[{after, inner}] + u[{inner, before}] + u[{inner, after}] -
           4.0 * u[{inner, inner}];
}

int main() {
    const int points = 65;
    const double h = 1.0 / (points - 1);
    const double dt = 0.2 * h * h;  // stable below h^2 / 4
    const np::Array wave = np::sin(std::numbers::pi * np::linspace(0, 1, points));
    np::Array u = np::outer(wave, wave);
    np::Array interior = u[{slice(1, -1), slice(1, -1)}];  // a view: written to, u changes

    std::printf("   t      centre     exact      largest error\n");
    for (int step = 0; step <= 1600; ++step) {
        if (step % 400 == 0) {
            const double t = step * dt;
            const double decay = std::exp(-2 * std::numbers::pi * std::numbers::pi * t);
            const np::Array error = np::absolute(u - decay * np::outer(wave, wave));
            std::printf("%.4f  %.7f  %.7f  %.1e\n", t, u.item<double>({points / 2, points / 2}),
                        decay, np::max(error).item<double>());
        }
        interior += dt / (h * h) * laplacian(u);
    }
}
