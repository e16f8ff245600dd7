#version 450 core
// barriers: a workgroup that does nothing but wait for itself. (a card's number)
layout(local_size_x = LOCAL_SIZE) in;

uniform uint rounds;

void main() {
    for (uint k = 0u; k < rounds; ++k) {
        barrier();
        barrier();
        barrier();
        barrier();
    }
}
