// A control loop with deadlines: a million robot arms, each taking one step towards its target in
// every tick.
//
//     robot_arm [arms] [ticks] [threads] [deadline in ms]
//
// Each arm turns on its base (q0), bends at the shoulder (q1) and the elbow (q2) and turns its tool
// (q3). With J the 4 by 4 matrix of derivatives of the tool's place and heading, and e what they
// are off by, an undamped step solves J dq = e. Where J is nearly singular (a straight elbow) that
// step would be huge: there the singular values of J give a damped one (Nakamura and Hanafusa,
// 1986). All memory is there before the first tick; arms go through in blocks that stay in the
// cache.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <vector>

#include <numen/numen.h>

namespace np = numen;
namespace linalg = np::linalg;

using Vector = std::array<double, 4>;
using Matrix = std::array<double, 16>;  // rows

constexpr double height = 0.4, upper = 0.6, fore = 0.5;  // of the shoulder; of the parts of the arm
constexpr double nearly_singular = 0.05, most_damping = 0.05, longest_step = 0.2;
constexpr std::int64_t block_size = 2048;

// The tool's place and heading.
Vector pose(const Vector& q) {
    const double reach = upper * std::cos(q[1]) + fore * std::cos(q[1] + q[2]);
    return {reach * std::cos(q[0]), reach * std::sin(q[0]),
            height + upper * std::sin(q[1]) + fore * std::sin(q[1] + q[2]), q[0] + q[3]};
}

Matrix derivatives(const Vector& q) {
    const double c0 = std::cos(q[0]), s0 = std::sin(q[0]);
    const double c1 = upper * std::cos(q[1]), s1 = upper * std::sin(q[1]);
    const double c2 = fore * std::cos(q[1] + q[2]), s2 = fore * std::sin(q[1] + q[2]);
    return {-(c1 + c2) * s0, -(s1 + s2) * c0, -s2 * c0, 0,   //
            (c1 + c2) * c0,  -(s1 + s2) * s0, -s2 * s0, 0,   //
            0,               c1 + c2,         c2,       0,   //
            1,               0,               0,        1};
}

// Arms, and the joints that they are to reach; the same in every run. Some begin with a straight
// elbow.
std::vector<Vector> joints(std::int64_t arms, double shift, bool is_start) {
    std::vector<Vector> all(static_cast<std::size_t>(arms));
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto between = [&](double low, double high, double ratio) {
            const double place = static_cast<double>(i + 1) * ratio + shift;
            return low + (high - low) * (place - std::floor(place));
        };
        all[i] = {between(-1.2, 1.2, 0.8191725), between(0.2, 0.9, 0.6710436),
                  between(-1.6, -0.4, 0.5497005), between(-1, 1, 0.4503)};
        if (is_start && i % 50 == 7) all[i][2] = 0;
    }
    return all;
}

std::span<double> numbers(std::vector<Vector>& all) { return {all.data()->data(), 4 * all.size()}; }
std::span<double> numbers(std::vector<Matrix>& all) {
    return {all.data()->data(), 16 * all.size()};
}

// What is known of the arms of one block.
struct Block {
    std::vector<Matrix> j{block_size}, u{block_size}, vh{block_size};
    std::vector<Vector> e{block_size}, step{block_size}, s{block_size};
    linalg::Workspace work;
    double seconds_of_algebra = 0;

    explicit Block(int threads) : work(4, threads) {}

    void look(std::span<const Vector> q, std::span<const Vector> target) {
        for (std::size_t i = 0; i < q.size(); ++i) {
            const Vector here = pose(q[i]);
            j[i] = derivatives(q[i]);
            for (std::size_t k = 0; k < 4; ++k) e[i][k] = target[i][k] - here[k];
        }
    }

    void solve_and_decompose(std::int64_t count) {
        const auto begin = std::chrono::steady_clock::now();
        const np::Span<double, 3> matrices(numbers(j), {count, 4, 4});
        linalg::solve(np::Span<double, 2>(numbers(step), {count, 4}), matrices,
                      np::Span<double, 2>(numbers(e), {count, 4}), work);
        linalg::svd(np::Span<double, 3>(numbers(u), {count, 4, 4}),
                    np::Span<double, 2>(numbers(s), {count, 4}),
                    np::Span<double, 3>(numbers(vh), {count, 4, 4}), matrices, work);
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
        seconds_of_algebra += taken.count();
    }

    bool is_damped(std::size_t i) const { return s[i][3] < nearly_singular; }

    // V diag(s / (s^2 + d^2)) U' e, where d grows as J comes near to a singular matrix.
    Vector damped_step(std::size_t i) const {
        const double nearness = s[i][3] / nearly_singular;
        const double damping = most_damping * most_damping * (1 - nearness * nearness);
        Vector found{};
        for (std::size_t k = 0; k < 4; ++k) {
            double part = 0;
            for (std::size_t row = 0; row < 4; ++row) part += u[i][4 * row + k] * e[i][row];
            part *= s[i][k] / (s[i][k] * s[i][k] + damping);
            for (std::size_t c = 0; c < 4; ++c) found[c] += vh[i][4 * k + c] * part;
        }
        return found;
    }

    void move(std::span<Vector> q) const {
        for (std::size_t i = 0; i < q.size(); ++i) {
            const Vector wanted = is_damped(i) ? damped_step(i) : step[i];
            double largest = 0;
            for (double turn : wanted) largest = std::max(largest, std::abs(turn));
            const double scale = largest > longest_step ? longest_step / largest : 1;
            for (std::size_t k = 0; k < 4; ++k) q[i][k] += scale * wanted[k];
        }
    }
};

double length(std::span<const double> numbers) {
    double sum = 0;
    for (double number : numbers) sum += number * number;
    return std::sqrt(sum);
}

// How much J and e would have to change for the results to be exact: the largest in a block.
struct Errors {
    double solve = 0, svd = 0;
    std::int64_t damped = 0;

    void look_at(const Block& block, std::int64_t count) {
        for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
            const Matrix& j = block.j[i];
            Matrix off = j;
            Vector rest = block.e[i];
            for (std::size_t row = 0; row < 4; ++row) {
                for (std::size_t c = 0; c < 4; ++c) {
                    rest[row] -= j[4 * row + c] * block.step[i][c];
                    for (std::size_t k = 0; k < 4; ++k) {
                        off[4 * row + c] -=
                            block.u[i][4 * row + k] * block.s[i][k] * block.vh[i][4 * k + c];
                    }
                }
            }
            svd = std::max(svd, length(off) / length(j));
            damped += block.is_damped(i);
            if (block.is_damped(i)) continue;
            solve = std::max(solve, length(rest) / (length(j) * length(block.step[i]) +
                                                    length(block.e[i])));
        }
    }
};

// One tick: every arm takes a step. `errors` is told of all if there is one.
void control(std::vector<Vector>& q, const std::vector<Vector>& targets, Block& block,
             Errors* errors) {
    const std::span<Vector> all(q);
    for (std::size_t first = 0; first < q.size(); first += block_size) {
        const std::size_t count = std::min<std::size_t>(block_size, q.size() - first);
        block.look(all.subspan(first, count), std::span(targets).subspan(first, count));
        block.solve_and_decompose(static_cast<std::int64_t>(count));
        if (errors != nullptr) errors->look_at(block, static_cast<std::int64_t>(count));
        block.move(all.subspan(first, count));
    }
}

int main(int given, char** words) {
    const auto number = [&](int place, double otherwise) {
        return place < given ? std::atof(words[place]) : otherwise;
    };
    const auto arms = static_cast<std::int64_t>(number(1, 1e6));
    const auto ticks = static_cast<std::size_t>(number(2, 60));
    const int threads = static_cast<int>(number(3, np::thread_count()));
    const double deadline = number(4, 1000);

    std::vector<Vector> q = joints(arms, 0.2, true), targets = joints(arms, 0.7, false);
    std::transform(targets.begin(), targets.end(), targets.begin(), pose);
    std::vector<double> milliseconds(ticks);
    Block block(threads);
    Errors errors;
    control(q, targets, block, &errors);  // a tick that nobody waits for
    block.seconds_of_algebra = 0;

    for (double& taken : milliseconds) {
        const auto begin = std::chrono::steady_clock::now();
        control(q, targets, block, nullptr);
        const std::chrono::duration<double, std::milli> tick =
            std::chrono::steady_clock::now() - begin;
        taken = tick.count();
    }

    const auto missed = std::count_if(milliseconds.begin(), milliseconds.end(),
                                      [&](double taken) { return taken > deadline; });
    std::sort(milliseconds.begin(), milliseconds.end());
    const double systems = static_cast<double>(arms) * static_cast<double>(ticks);
    std::printf("%lld arms, %zu ticks, %d threads\n", static_cast<long long>(arms), ticks, threads);
    std::printf("tick: median %.3f ms, p99 %.3f ms, worst %.3f ms; %lld of %zu beyond %g ms\n",
                milliseconds[ticks / 2], milliseconds[ticks * 99 / 100], milliseconds.back(),
                static_cast<long long>(missed), ticks, deadline);
    std::printf("solve and svd: %.1f ns an arm\n", block.seconds_of_algebra * 1e9 / systems);
    std::printf("largest backward error: solve %.1e, svd %.1e\n", errors.solve, errors.svd);
    std::printf("damped in the first tick: %lld\n", static_cast<long long>(errors.damped));
    double farthest = 0;
    for (std::size_t i = 0; i < q.size(); ++i) {
        const Vector here = pose(q[i]);
        for (std::size_t k = 0; k < 4; ++k) {
            farthest = std::max(farthest, std::abs(here[k] - targets[i][k]));
        }
    }
    std::printf("farthest from a target: %.1e\n", farthest);
}
