// Storage that several arrays share, its state, and the list of the arrays that alias it.
//
// The state belongs to the Buffer, never to an array: a buffer is waiting for its values
// (pending), about to get them from a thread that computes them (running), has them in host memory
// (host), or has been given away to foreign code (exposed; then the Buffer is an empty shell and
// the memory belongs to the root array alone). One that was given up while threads wait for it is
// such a shell, too (dropped). Every write bumps the version; a recorded node remembers the version
// it read, so a write that overtakes a reader is detectable.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace numen {

class Buffer;
namespace graph { class Node; }

// One array on a buffer's alias list; the front embeds it in its array objects. `data` is that
// array's own data pointer, written when the buffer's values arrive.
struct Alias {
    Alias* previous = nullptr;
    Alias* next = nullptr;
    char** data = nullptr;
    std::int64_t offset = 0;  // bytes from the buffer's first byte to the array's first element
};

// What somebody found out about a buffer's contents and wants to know again.
class Findings {
public:
    virtual ~Findings() = default;
};

enum class BufferState : std::uint8_t { pending, running, host, exposed, dropped };

class Buffer {
public:
    // A buffer with uninitialised (or zeroed) host memory; nullptr if there is not enough memory.
    static Buffer* create(std::size_t bytes, bool zeroed = false);
    // A buffer over memory that somebody else's allocator made; `free(owner, data, bytes)` gives it
    // back, unless the memory is given away.
    using Free = void (*)(void* owner, char* data, std::size_t bytes);
    static Buffer* adopt(char* data, std::size_t bytes, Free free, void* owner);
    // A buffer that `producer` will fill.
    static Buffer* create_pending(std::size_t bytes, graph::Node* producer);

    void retain() { ++references_; }
    void release();
    // A thread that waits for the buffer keeps the object, not its memory: it may get its lock long
    // after the last reference has gone.
    void start_waiting() { ++waiting_; }
    void stop_waiting();
    // What to do with the producer of a buffer that nobody will look at: the graph, which stands
    // above this folder, drops it (iteratively, a chain may be long). Set once.
    static void on_orphaned_producer(void (*discard)(graph::Node*));

    BufferState state() const { return state_; }
    bool awaits_values() const { return state_ <= BufferState::running; }
    char* data() const { return data_; }
    std::size_t bytes() const { return bytes_; }
    std::uint32_t references() const { return references_; }
    std::uint64_t version() const { return version_; }
    graph::Node* producer() const { return producer_; }
    const std::vector<graph::Node*>& readers() const { return readers_; }

    void add_reader(graph::Node* node) { readers_.push_back(node); }
    void remove_reader(graph::Node* node);

    // Links an array into the alias list; its data pointer is set now if the values are there.
    void link(Alias& alias);
    void unlink(Alias& alias);
    Alias* first_alias() const { return aliases_; }

    // A pending buffer belongs to the thread that computes it, until it publishes or stops.
    void start_running() { state_ = BufferState::running; }
    // Pending again, without the memory its values were to go to.
    void stop_running();
    // Pending again in a process that lacks the thread that was computing it.
    void forget_running() { state_ = BufferState::pending; }
    // Gets the memory that a running buffer's values go to; false if there is not enough.
    bool allocate();
    // Or it gets those of a buffer of as many bytes, which has no values from then on.
    void take_memory(Buffer& other);
    // The values are in data(): the aliases learn the address, the producer is forgotten.
    void publish();
    // The contents are about to change; the caller has settled the readers.
    void bump_version();
    // Kept until the contents change: the last ones given, null if there are none.
    Findings* findings() const { return findings_.get(); }
    void keep(std::unique_ptr<Findings> findings) { findings_ = std::move(findings); }
    // The contents have changed.
    void forget();
    // How often that was said.
    std::uint64_t changes() const { return changes_; }
    // Hands the memory over to the caller (who frees it by storage::release) and ends as exposed.
    char* give_away();

private:
    Buffer() = default;
    ~Buffer();
    void free_memory();

    char* data_ = nullptr;
    Free free_ = nullptr;  // null: storage::release
    void* owner_ = nullptr;
    std::size_t bytes_ = 0;
    std::uint64_t version_ = 0;
    std::uint64_t changes_ = 0;
    std::uint32_t references_ = 1;
    std::uint32_t waiting_ = 0;
    BufferState state_ = BufferState::host;
    graph::Node* producer_ = nullptr;
    Alias* aliases_ = nullptr;
    std::vector<graph::Node*> readers_;
    std::unique_ptr<Findings> findings_;
};

}  // namespace numen
