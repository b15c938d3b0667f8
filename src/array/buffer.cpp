#include "array/buffer.h"

#include <algorithm>
#include <utility>

#include "array/storage.h"

namespace numen {
namespace {

void (*discard_producer)(graph::Node*) = nullptr;

}  // namespace

void Buffer::on_orphaned_producer(void (*discard)(graph::Node*)) { discard_producer = discard; }

void Buffer::release() {
    if (--references_ != 0) return;
    if (producer_ != nullptr) discard_producer(std::exchange(producer_, nullptr));
    if (waiting_ == 0) return delete this;
    free_memory();
    state_ = BufferState::dropped;
}

void Buffer::stop_waiting() {
    if (--waiting_ == 0 && state_ == BufferState::dropped) delete this;
}

Buffer* Buffer::create(std::size_t bytes, bool zeroed) {
    char* data = storage::allocate(bytes, zeroed);
    if (data == nullptr) return nullptr;
    Buffer* buffer = new Buffer;
    buffer->data_ = data;
    buffer->bytes_ = bytes;
    return buffer;
}

Buffer* Buffer::create_pending(std::size_t bytes, graph::Node* producer) {
    Buffer* buffer = new Buffer;
    buffer->bytes_ = bytes;
    buffer->state_ = BufferState::pending;
    buffer->producer_ = producer;
    return buffer;
}

Buffer* Buffer::adopt(char* data, std::size_t bytes, Free free, void* owner) {
    Buffer* buffer = new Buffer;
    buffer->data_ = data;
    buffer->bytes_ = bytes;
    buffer->free_ = free;
    buffer->owner_ = owner;
    return buffer;
}

Buffer::~Buffer() { free_memory(); }

void Buffer::free_memory() {
    if (data_ == nullptr) return;
    if (free_ != nullptr) {
        free_(owner_, data_, bytes_);
    } else {
        storage::release(data_);
    }
    data_ = nullptr;
}

void Buffer::remove_reader(graph::Node* node) {
    readers_.erase(std::remove(readers_.begin(), readers_.end(), node), readers_.end());
}

void Buffer::link(Alias& alias) {
    alias.previous = nullptr;
    alias.next = aliases_;
    if (aliases_ != nullptr) aliases_->previous = &alias;
    aliases_ = &alias;
    *alias.data = awaits_values() ? nullptr : data_ + alias.offset;
}

void Buffer::unlink(Alias& alias) {
    (alias.previous != nullptr ? alias.previous->next : aliases_) = alias.next;
    if (alias.next != nullptr) alias.next->previous = alias.previous;
    alias.previous = alias.next = nullptr;
}

void Buffer::stop_running() {
    state_ = BufferState::pending;
    free_memory();
}

bool Buffer::allocate() {
    if (data_ == nullptr) data_ = storage::allocate(bytes_);
    return data_ != nullptr;
}

void Buffer::take_memory(Buffer& other) {
    free_memory();  // a forked child has what another thread was writing to
    data_ = std::exchange(other.data_, nullptr);
    free_ = other.free_;
    owner_ = other.owner_;
}

void Buffer::publish() {
    state_ = BufferState::host;
    producer_ = nullptr;
    for (Alias* alias = aliases_; alias != nullptr; alias = alias->next) {
        *alias->data = data_ + alias->offset;
    }
}

void Buffer::bump_version() {
    ++version_;
    forget();  // a write that is broken off in the middle says no more
}

void Buffer::forget() {
    findings_.reset();
    ++changes_;
}

char* Buffer::give_away() {
    char* data = data_;
    data_ = nullptr;
    forget();
    state_ = BufferState::exposed;
    return data;
}

}  // namespace numen
