// Moves lanes of an array into the working memory of a transform and back: element i of lane j lies
// at work[i * Width + j], the parts of a complex one at [(2 i + part) * Width + j]. Real
// is the type that they are computed in.
//
// Coefficients of a real lane stand in the order r0 r1 i1 r2 i2 … [r(n/2)].
#pragma once

#include <complex>
#include <cstdint>
#include <cstring>

#include "fft/engine.h"

namespace numen::fft {
namespace {

struct Lanes {
    const char* const* in;  // as many as the vector is wide: those beyond `count` repeat the first
    char* const* out;
    int count;
};

template <class T> struct Element {
    static constexpr bool is_complex = false;
    static T real(const char* at) { return *reinterpret_cast<const T*>(at); }
    static T imag(const char*) { return 0; }
    template <class Real> static void set(char* at, Real real, Real) {
        *reinterpret_cast<T*>(at) = static_cast<T>(real);
    }
};

template <class T> struct Element<std::complex<T>> {
    static constexpr bool is_complex = true;
    static T real(const char* at) { return reinterpret_cast<const T*>(at)[0]; }
    static T imag(const char* at) { return reinterpret_cast<const T*>(at)[1]; }
    template <class Real> static void set(char* at, Real real, Real imag) {
        reinterpret_cast<T*>(at)[0] = static_cast<T>(real);
        reinterpret_cast<T*>(at)[1] = static_cast<T>(imag);
    }
};

// The dtype of a complex number with parts of Real.
template <class Real>
constexpr Dtype complex_dtype = sizeof(Real) == 4 ? Dtype::complex64 : Dtype::complex128;

// Elements that follow each other, without a change of type.
template <class Real> bool is_row(Dtype dtype, std::int64_t step) {
    return dtype == complex_dtype<Real> && step == 2 * static_cast<std::int64_t>(sizeof(Real));
}

// Calls use(Element<T>) for the C++ type of `dtype`, which for a Real of float32 is single.
template <class Real, class Use> void with_element(Dtype dtype, Use use) {
    if constexpr (sizeof(Real) == 4) {
        if (dtype == Dtype::float32) return use(Element<float>());
        return use(Element<std::complex<float>>());
    } else {
        switch (dtype) {
            case Dtype::float32: return use(Element<float>());
            case Dtype::complex64: return use(Element<std::complex<float>>());
            case Dtype::complex128: return use(Element<std::complex<double>>());
            default: return use(Element<double>());
        }
    }
}

// Lanes one element apart: their elements are read and written in a row.
template <int Width> bool are_neighbours(const char* const* lanes, int count, int size) {
    if (count != Width) return false;
    for (int j = 1; j < Width; ++j) {
        if (lanes[j] != lanes[0] + j * size) return false;
    }
    return Width > 1;
}

template <int Width, class E, class Use>
void for_each_read(const Task& task, const Lanes& lanes, std::int64_t begin, std::int64_t end,
                   Use use) {
    const int size = itemsize(task.in);
    if (are_neighbours<Width>(lanes.in, lanes.count, size)) {
        const char* row = lanes.in[0] + begin * task.in_step;
        for (std::int64_t i = begin; i < end; ++i, row += task.in_step) {
            for (int j = 0; j < Width; ++j) use(i, j, row + j * size);
        }
        return;
    }
    for (std::int64_t i = begin; i < end; ++i) {
        for (int j = 0; j < Width; ++j) use(i, j, lanes.in[j] + i * task.in_step);
    }
}

// use(i, j, address) for every element i of every lane j of the result.
template <int Width, class Use>
void for_each_written(const Task& task, const Lanes& lanes, std::int64_t begin, std::int64_t end,
                      Use use) {
    const int size = itemsize(task.out);
    if (are_neighbours<Width>(lanes.out, lanes.count, size)) {
        char* row = lanes.out[0] + begin * task.out_step;
        for (std::int64_t i = begin; i < end; ++i, row += task.out_step) {
            for (int j = 0; j < Width; ++j) use(i, j, row + j * size);
        }
        return;
    }
    for (std::int64_t i = begin; i < end; ++i) {
        for (int j = 0; j < lanes.count; ++j) use(i, j, lanes.out[j] + i * task.out_step);
    }
}

template <int Width, class Real>
void read_complex(const Task& task, const Lanes& lanes, Real* work, std::int64_t points) {
    with_element<Real>(task.in, [&]<class E>(E) {
        if (Width == 1 && is_row<Real>(task.in, task.in_step)) {
            std::memmove(work, lanes.in[0], task.readable * task.in_step);
            return;
        }
        for_each_read<Width, E>(task, lanes, 0, task.readable,
                                [&](std::int64_t i, int j, const char* at) {
                                    const auto real = E::real(at), imag = E::imag(at);
                                    work[2 * i * Width + j] = real;
                                    work[(2 * i + 1) * Width + j] = imag;
                                });
    });
    std::fill(work + 2 * task.readable * Width, work + 2 * points * Width, Real(0));
}

template <int Width, class Real>
void write_complex(const Task& task, const Lanes& lanes, const Real* work) {
    with_element<Real>(task.out, [&]<class E>(E) {
        for_each_written<Width>(task, lanes, 0, task.points,
                                [&](std::int64_t i, int j, char* at) {
                                    E::set(at, work[2 * i * Width + j],
                                           work[(2 * i + 1) * Width + j]);
                                });
    });
}

template <int Width, class Real>
void read_real(const Task& task, const Lanes& lanes, Real* work) {
    with_element<Real>(task.in, [&]<class E>(E) {
        for_each_read<Width, E>(task, lanes, 0, task.readable,
                                [&](std::int64_t i, int j, const char* at) {
                                    work[i * Width + j] = E::real(at);
                                });
    });
    std::fill(work + task.readable * Width, work + task.points * Width, Real(0));
}

template <int Width, class Real>
void write_real(const Task& task, const Lanes& lanes, const Real* work) {
    with_element<Real>(task.out, [&]<class E>(E) {
        for_each_written<Width>(task, lanes, 0, task.points,
                                [&](std::int64_t i, int j, char* at) {
                                    E::set(at, work[i * Width + j], Real(0));
                                });
    });
}

// A row of complex numbers: without the imaginary part of the first it stands as it should.
template <class Real> void read_half_row(const Task& task, const char* row, Real* work) {
    const std::int64_t points = task.points;
    const auto* in = reinterpret_cast<const Real*>(row);
    const std::int64_t count = std::clamp<std::int64_t>(2 * task.readable - 1, 0, points);
    std::fill(work + count, work + points, Real(0));
    if (count == 0) return;
    std::memcpy(work + 1, in + 2, static_cast<std::size_t>(count - 1) * sizeof(Real));
    work[0] = in[0];
    if (!task.conjugate) return;
    for (std::int64_t i = 2; i < points; i += 2) work[i] = -work[i];
}

// The imaginary parts of the first and, for an even number of points, the last coefficient count
// as zero, whatever they are.
template <int Width, class Real>
void read_half(const Task& task, const Lanes& lanes, Real* work) {
    const std::int64_t points = task.points, inner = (points - 1) / 2 + 1;
    const std::int64_t readable = std::min(task.readable, inner);
    const Real sign = task.conjugate ? -1 : 1;
    if (Width == 1 && is_row<Real>(task.in, task.in_step)) {
        return read_half_row(task, lanes.in[0], work);
    }
    std::fill(work, work + points * Width, Real(0));
    with_element<Real>(task.in, [&]<class E>(E) {
        const auto real_only = [&](std::int64_t from, std::int64_t to) {
            if (from >= task.readable) return;
            for_each_read<Width, E>(task, lanes, from, from + 1,
                                    [&](std::int64_t, int j, const char* at) {
                                        work[to * Width + j] = E::real(at);
                                    });
        };
        real_only(0, 0);
        for_each_read<Width, E>(task, lanes, 1, readable,
                                [&](std::int64_t i, int j, const char* at) {
                                    work[(2 * i - 1) * Width + j] = E::real(at);
                                    work[2 * i * Width + j] = sign * E::imag(at);
                                });
        if (points % 2 == 0) real_only(points / 2, points - 1);
    });
}

// Coefficients 1 … (n-1)/2 as they stand; the others of a whole spectrum are their conjugates.
template <int Width, class Real>
void write_half(const Task& task, const Lanes& lanes, const Real* work) {
    const std::int64_t points = task.points, inner = (points - 1) / 2 + 1;
    const Real sign = task.conjugate ? -1 : 1;
    const bool whole = task.kind == Kind::whole;
    const Real zero = whole ? Real(0) : sign * Real(0);
    with_element<Real>(task.out, [&]<class E>(E) {
        for_each_written<Width>(task, lanes, 0, 1, [&](std::int64_t, int j, char* at) {
            E::set(at, work[j], zero);
        });
        for_each_written<Width>(task, lanes, 1, inner, [&](std::int64_t i, int j, char* at) {
            const Real imag = sign * work[2 * i * Width + j];
            E::set(at, work[(2 * i - 1) * Width + j], whole ? imag + Real(0) : imag);
        });
        if (points % 2 == 0) {
            for_each_written<Width>(task, lanes, points / 2, points / 2 + 1,
                                    [&](std::int64_t, int j, char* at) {
                                        E::set(at, work[(points - 1) * Width + j], zero);
                                    });
        }
        if (!whole) return;
        for_each_written<Width>(task, lanes, points / 2 + 1, points,
                                [&](std::int64_t i, int j, char* at) {
                                    const std::int64_t k = points - i;
                                    E::set(at, work[(2 * k - 1) * Width + j],
                                           Real(0) - sign * work[2 * k * Width + j]);
                                });
    });
}

// The coefficients of a lane stand in a row of complex numbers from out[1] on: r0 to its place,
// zeros beside the real ones, and the other half of a whole spectrum.
template <class Real> void complete_half(const Task& task, Real* out) {
    const std::int64_t points = task.points, inner = (points - 1) / 2 + 1;
    const bool whole = task.kind == Kind::whole;
    const Real sign = task.conjugate ? -1 : 1;
    const Real zero = whole ? Real(0) : sign * Real(0);
    out[0] = out[1];
    out[1] = zero;
    if (points % 2 == 0) out[points + 1] = zero;
    if (task.conjugate) {
        for (std::int64_t i = 1; i < inner; ++i) out[2 * i + 1] = -out[2 * i + 1];
    }
    if (!whole) return;
    for (std::int64_t i = 1; i < inner; ++i) {
        out[2 * (points - i)] = out[2 * i];
        out[2 * (points - i) + 1] = Real(0) - out[2 * i + 1];
        out[2 * i + 1] += Real(0);
    }
}

}  // namespace
}  // namespace numen::fft
