// SPDX-License-Identifier: MIT
// Changes the subgroup size, so that the page of the run differs, and waits until that page reports what it has drawn; in ms.
new Promise((done) => {
  const frame = document.querySelector('.frame iframe'), began = performance.now();
  addEventListener('message', function drawn({ source }) {
    if (source !== frame.contentWindow) return;
    removeEventListener('message', drawn);
    requestAnimationFrame(() => done(performance.now() - began));
  });
  const size = [...document.querySelectorAll('.options label')].find((one) => one.textContent.startsWith('Subgroup')).querySelector('select');
  size.value = size.value === '16' ? '32' : '16';
  size.dispatchEvent(new Event('change'));
})
