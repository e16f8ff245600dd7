// SPDX-License-Identifier: MIT
// Runs first, in the language of old browsers: says which ones are known to work.
(function () {
  var needs = ['WebAssembly', 'Worker', 'DecompressionStream', 'CompressionStream', 'structuredClone'];
  for (var i = 0; i < needs.length; ++i) {
    if (typeof window[needs[i]] !== 'undefined') continue;
    document.documentElement.setAttribute('data-unsupported', needs[i]);
    document.getElementById('page').firstChild.textContent = 'This browser lacks ' + needs[i] +
      ', which the simulated GPU needs: open the page in Chrome or Edge 103, Firefox 113, Safari 16.4, or a later version.';
    return;
  }
}());
