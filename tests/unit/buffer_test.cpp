// What a buffer knows of its contents.
#include "array/buffer.h"

#include <doctest/doctest.h>

#include <memory>

#include "array/storage.h"

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

TEST_CASE("what is given away is exposed, and nothing is known of it") {
    Buffer* buffer = Buffer::create(64);
    buffer->keep(std::make_unique<Findings>());
    char* data = buffer->give_away();
    CHECK(buffer->state() == numen::BufferState::exposed);
    CHECK(buffer->data() == nullptr);
    CHECK(buffer->findings() == nullptr);
    numen::storage::release(data);
    buffer->release();
}

TEST_CASE("an array of a buffer without values has no address") {
    Buffer* buffer = Buffer::create_pending(64, nullptr);
    char* data = reinterpret_cast<char*>(buffer);
    numen::Alias alias;
    alias.data = &data;
    alias.offset = 8;
    buffer->link(alias);
    CHECK(data == nullptr);
    buffer->start_running();
    CHECK(buffer->allocate());
    buffer->publish();
    CHECK(data == buffer->data() + 8);
    buffer->unlink(alias);
    buffer->release();
}

}  // namespace
