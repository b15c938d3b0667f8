// k-means clustering of points in the plane, by Lloyd's iteration.
//
// Distances of all points from all centres come from broadcasting (n, 1, 2) against (k, 2); argmin
// names the nearest centre; a boolean array picks a cluster's points. The points lie around three
// known places, so that the centres found can be judged.
#include <cstdio>
#include <iostream>

#include <numen/numen.h>

namespace np = numen;
using np::newaxis, np::slice;

// Points on three spirals around the given places; no random numbers, so every run agrees.
np::Array spirals(const np::Array& places, int each) {
    const np::Array turn = np::arange(each) * 2.399963229728653;  // the golden angle
    const np::Array radius = np::sqrt((np::arange(each) + 0.5) / each);
    const np::Array disc = np::stack({radius * np::cos(turn), radius * np::sin(turn)}, 1);
    return (places[{slice(), newaxis}] + disc).reshape({-1, 2});
}

// The index of the nearest centre of every point.
np::Array nearest(const np::Array& points, const np::Array& centres) {
    const np::Array apart = points[{slice(), newaxis}] - centres;
    return np::argmin(np::sum(np::square(apart), -1), -1);
}

int main() {
    const np::Array places = np::array({{0.0, 0.0}, {4.0, 1.0}, {1.0, 5.0}});
    const np::Array points = spirals(places, 200);
    np::Array centres = points[np::array({0, 1, 2})];  // three points of one cluster
    np::Array labels = nearest(points, centres);
    int rounds = 1;
    for (;; ++rounds) {
        for (int k = 0; k < 3; ++k) {
            const np::Array own = labels == k;
            if (np::any(own)) centres[k] = np::mean(np::Array(points[own]), 0);
        }
        const np::Array moved = nearest(points, centres);
        if (np::array_equal(moved, labels)) break;
        labels = moved;
    }
    std::printf("%d rounds\n", rounds);
    for (int k = 0; k < 3; ++k) {
        std::printf("%lld points around (%.6f, %.6f)\n",
                    np::count_nonzero(labels == k).item<long long>(),
                    centres.item<double>({k, 0}), centres.item<double>({k, 1}));
    }
    const np::Array apart = points - np::take(centres, labels, 0);
    std::cout << "mean squared distance " << np::mean(np::sum(np::square(apart), 1)) << '\n';
}
