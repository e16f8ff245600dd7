// SPDX-License-Identifier: MIT
// GLSL 4.5 compute shaders, with the names that the project's own headers add, for the editor's highlighting.

import { HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { clike } from '@codemirror/legacy-modes/mode/clike';
import { tags } from '@lezer/highlight';

const words = (text) => Object.fromEntries(text.trim().split(/\s+/).map((word) => [word, true]));
const vectors = ['', 'i', 'u', 'b', 'd'].flatMap((kind) => [2, 3, 4].map((size) => `${kind}vec${size}`));
const matrices = ['', 'd'].flatMap((kind) => [2, 3, 4].flatMap((size) => [`${kind}mat${size}`, ...[2, 3, 4].map((rows) => `${kind}mat${size}x${rows}`)]));
const images = ['', 'i', 'u'].flatMap((kind) => ['image', 'sampler', 'texture'].flatMap((what) => ['1D', '2D', '3D', '1DArray', '2DArray', 'Buffer'].map((shape) => kind + what + shape)));

const glsl = StreamLanguage.define(clike({
  name: 'glsl',
  keywords: words(`layout in out inout buffer shared uniform const coherent volatile restrict readonly writeonly precise
    break continue return for while do if else switch case default struct`),
  types: words(['void bool int uint float double atomic_uint', ...vectors, ...matrices, ...images].join(' ')),
  blockKeywords: words('for while do if else switch struct'),
  builtin: words(`abs sign floor ceil round fract mod min max clamp mix step smoothstep sqrt inversesqrt pow exp exp2 log log2 sin cos tan asin acos
    atan radians degrees length distance dot cross normalize transpose inverse determinant all any not equal notEqual lessThan lessThanEqual
    greaterThan greaterThanEqual bitfieldExtract bitfieldInsert bitfieldReverse bitCount findLSB findMSB floatBitsToInt floatBitsToUint
    intBitsToFloat uintBitsToFloat packHalf2x16 unpackHalf2x16 isnan isinf fma barrier memoryBarrier memoryBarrierShared memoryBarrierBuffer
    memoryBarrierImage groupMemoryBarrier atomicAdd atomicMin atomicMax atomicAnd atomicOr atomicXor atomicExchange atomicCompSwap
    imageLoad imageStore imageSize imageAtomicAdd texelFetch texture textureSize TRACE ASSERT LOG sg_add sg_min sg_max sg_inclusive_add
    sg_exclusive_add sg_broadcast sg_ballot sg_shuffle sg_size sg_lane sg_elect`),
  atoms: words(`true false gl_NumWorkGroups gl_WorkGroupID gl_WorkGroupSize gl_LocalInvocationID gl_LocalInvocationIndex gl_GlobalInvocationID
    gl_SubgroupSize gl_SubgroupInvocationID gl_SubgroupID gl_NumSubgroups`),
  hooks: {
    '#': (stream, state) => {
      if (!state.startOfLine) return false;
      stream.skipToEnd();
      return 'meta';
    },
  },
}));

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.controlKeyword], color: 'var(--moved)' },
  { tag: [tags.typeName, tags.standard(tags.typeName)], color: 'var(--up)' },
  { tag: [tags.standard(tags.variableName)], color: 'var(--accent)', fontWeight: '600' },
  { tag: [tags.number, tags.atom, tags.bool], color: 'var(--down)' },
  { tag: [tags.meta, tags.processingInstruction], color: 'var(--added)' },
  { tag: [tags.comment, tags.lineComment, tags.blockComment], color: 'var(--quiet)', fontStyle: 'italic' },
]);

export const highlighting = [glsl, syntaxHighlighting(colours)];
