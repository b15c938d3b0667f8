// What a buffer knows of its contents.
#include "array/buffer.h"

#include <doctest/doctest.h>

#include <memory>

namespace {

using numen::Buffer, numen::Findings;

TEST_CASE("what was found of a buffer's contents is gone when a write begins, and when it ends") {
    Buffer* buffer = Buffer::create(64);
    buffer->keep(std::make_unique<Findings>());
    CHECK(buffer->findings() != nullptr);
    buffer->bump_version();
    CHECK(buffer->findings() == nullptr);
    buffer->keep(std::make_unique<Findings>());
    buffer->forget();
    CHECK(buffer->findings() == nullptr);
    buffer->release();
}

}  // namespace
