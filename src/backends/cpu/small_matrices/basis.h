// Rows that a factorisation left open, completed to an orthonormal set.
#pragma once

#include "backends/cpu/small_matrices/pack.h"

namespace numen::cpu::NUMEN_ISA {

// One lane of a (n, m).
class LaneRows {
  public:
    LaneRows(F64* rows, int lane, int m) : rows_(rows), lane_(lane), m_(m) {}

    double get(int j, int i) const { return rows_[j * m_ + i][lane_]; }
    void set(int j, int i, double value) { rows_[j * m_ + i][lane_] = value; }
    double product(int j, int other) const {
        double sum = 0;
        for (int i = 0; i < m_; ++i) sum += get(j, i) * get(other, i);
        return sum;
    }
    void subtract(int from, double factor, int other) {
        for (int i = 0; i < m_; ++i) set(from, i, get(from, i) - factor * get(other, i));
    }

  private:
    F64* rows_;
    int lane_, m_;
};

// The axis that is farthest from the span of the rows.
inline int farthest_axis(const LaneRows& rows, int n, int m) {
    int farthest = 0;
    double least = 2;
    for (int i = 0; i < m; ++i) {
        double inside = 0;
        for (int j = 0; j < n; ++j) inside += rows.get(j, i) * rows.get(j, i);
        if (inside >= least) continue;
        least = inside;
        farthest = i;
    }
    return farthest;
}

// Of the rows of one lane, which are orthonormal or zero, the zero ones become unit vectors
// orthogonal to all others: an axis, orthogonalised twice.
inline void complete_lane(LaneRows rows, int n, int m) {
    for (int j = 0; j < n; ++j) {
        if (rows.product(j, j) > 0.5) continue;
        rows.set(j, farthest_axis(rows, n, m), 1.0);
        for (int pass = 0; pass < 2; ++pass) {
            for (int other = 0; other < n; ++other) {
                if (other != j) rows.subtract(j, rows.product(j, other), other);
            }
            const double length = __builtin_sqrt(rows.product(j, j));
            for (int i = 0; i < m; ++i) rows.set(j, i, rows.get(j, i) / length);
        }
    }
}

[[gnu::noinline, gnu::cold]] inline void complete_rows(I64 wanted, F64* a, int n, int m) {
    for (int lane = 0; lane < lanes; ++lane) {
        if (wanted[lane] != 0) complete_lane({a, lane, m}, n, m);
    }
}

}  // namespace numen::cpu::NUMEN_ISA
