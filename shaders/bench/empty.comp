#version 450 core
// empty: one invocation that does nothing. What remains is what any dispatch costs in a long queue. (the bench's limit
// for small work)
layout(local_size_x = 1) in;

void main() {}
