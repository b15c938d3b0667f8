// Blurs an image that lies in memory of the program's own, without copying it in or out.
//
// The image is a plain block of bytes with padded rows, as cameras and windows give them.
// `from_memory` makes an array of it by naming strides; results are written through that array.
// `span` gives the typed view for a loop of one's own.
#include <cstdint>
#include <cstdio>
#include <memory>
#include <vector>

#include <numen/numen.h>

namespace np = numen;
using np::slice;

struct Image {
    int width, height, row_bytes;
    std::vector<std::uint8_t> bytes;
};

// A dark image with a bright square and a bright line.
Image make_image() {
    Image image{40, 24, 48, std::vector<std::uint8_t>(48 * 24, 10)};
    for (int y = 6; y < 14; ++y) {
        for (int x = 8; x < 20; ++x) image.bytes[static_cast<std::size_t>(y * 48 + x)] = 200;
    }
    for (int y = 0; y < 24; ++y) image.bytes[static_cast<std::size_t>(y * 48 + 30)] = 255;
    return image;
}

// The mean of each 3x3 neighbourhood; the border stays.
void blur(const np::Array& pixels) {
    const std::int64_t height = pixels.shape(0), width = pixels.shape(1);
    np::Array total = np::zeros({height - 2, width - 2}, np::Dtype::int32);
    for (int dy = 0; dy < 3; ++dy) {
        for (int dx = 0; dx < 3; ++dx) {
            total += pixels[{slice(dy, height - 2 + dy), slice(dx, width - 2 + dx)}];
        }
    }
    pixels[{slice(1, -1), slice(1, -1)}] = ((total + 4) / 9).astype(np::Dtype::uint8);
}

int main() {
    auto image = std::make_shared<Image>(make_image());
    // The array holds the shared_ptr: the image lives as long as an array looks at it.
    const np::Array pixels = np::from_memory(
        image->bytes.data(), {image->height, image->width}, {image->row_bytes, 1}, image);
    for (int pass = 0; pass < 3; ++pass) blur(pixels);

    const auto view = pixels.span<const std::uint8_t, 2>();
    std::int64_t row = 0, column = 0;
    for (std::int64_t y = 0; y < view.extent(0); ++y) {
        for (std::int64_t x = 0; x < view.extent(1); ++x) {
            if (view(y, x) > view(row, column)) row = y, column = x;
        }
    }
    std::printf("sum %lld\n", np::sum(pixels).item<long long>());
    std::printf("brightest %d at row %d, column %d\n", view(row, column), static_cast<int>(row),
                static_cast<int>(column));
    std::printf("row 10: %s\n", np::to_string(pixels[10], {.linewidth = 400}).c_str());
    std::printf("padding %s\n", image->bytes[47] == 10 ? "untouched" : "overwritten");
}
