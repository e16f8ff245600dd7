// SPDX-License-Identifier: MIT
// The pages of docs/ as HTML for the reader, made while bundling. Figures become the runs that draw them (figures.mjs), diffs become changes
// that the editor can make (changes.mjs), what is for a terminal alone is replaced by the words of its comment <!-- browser: ... -->, and links
// between pages stay inside the reader.
import { existsSync, readFileSync } from 'node:fs';
import { basename, join, normalize } from 'node:path';
import { anchorOf } from './anchors.js';
import { changesOf } from './changes.mjs';
import { figureHtml } from './figures.mjs';

export const escaped = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
const attribute = (value) => escaped(JSON.stringify(value)).replace(/'/g, '&#39;').replace(/&quot;/g, '"'); // between single quotes, as JSON has many double ones
const mark_form = /^\s*<!-- \/?([a-z]+)(?:: (.*?))? -->\s*$/;

/** The same elements in fewer bytes: without end tags that HTML leaves to the parser, and without escapes that text needs in attributes alone. */
const slim = (html) => html.replace(/<\/(?:li|td|th|tr|p)>|<!--.*?-->\n|<[^>]*>|&#39;|&quot;/gs, (part) =>
  part === '&#39;' ? "'" : part === '&quot;' ? '"' : /^<(\/(li|td|th|tr|p)>|!--)/.test(part) ? '' : part);

/** The pages in the order of the contents page, under the headings of its lists: [{ section, name }]. */
function order(folder) {
  const found = [{ section: '', name: 'README' }];
  let section = '';
  for (const line of readFileSync(join(folder, 'README.md'), 'utf8').split('\n')) {
    if (line.startsWith('## ')) section = line.slice(3);
    const name = /^- \[[^\]]*\]\(([^)#/]+)\.md\)/.exec(line)?.[1];
    if (name) found.push({ section, name });
  }
  return found;
}

export class Guide {
  /** `root`: the project; `catalogue`: what the engine has; `marked`: the renderer of Markdown; `predicts`: see figureHtml. */
  constructor({ root, catalogue, marked, predicts }) {
    Object.assign(this, { root, catalogue, marked, predicts, links: [], inputs: {}, runs: [] });
    this.folder = join(root, 'docs');
    this.pages = order(this.folder).map((entry) => ({ ...entry, ...this.page(entry.name) }));
    const anchors = new Map(this.pages.map(({ name, anchors: own }) => [name, own]));
    for (const { from, name, anchor } of this.links)
      if (!anchors.has(name) || (anchor && !anchors.get(name).has(anchor))) throw new Error(`docs/${from}.md links to ${name}.md#${anchor}, which is not there`);
    for (const page of this.pages) delete page.anchors;
  }

  page(name) {
    const { marked } = this, text = readFileSync(join(this.folder, `${name}.md`), 'utf8');
    const lexed = marked.lexer(text), taken = new Map(), anchors = new Set();
    this.name = name;
    this.changes = changesOf(text, this.root, this.catalogue);
    const renderer = {
      heading: ({ tokens, depth, text: words }) => {
        const anchor = anchorOf(words.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, ''), taken), level = Math.min(depth + 1, 6);
        anchors.add(anchor);
        return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>\n`;
      },
      link: ({ href, tokens }) => this.link(href, this.parser.parseInline(tokens)),
      image: ({ href }) => { throw new Error(`docs/${name}.md shows ${href} without a comment that says how it was made`); },
    };
    this.parser = new marked.Parser({ ...marked.defaults, renderer: Object.assign(new marked.Renderer(), renderer) });
    this.parser.renderer.parser = this.parser;
    const made = this.parser.parse(this.arranged(lexed)).replace(/<table>/g, '<div class="scrolled"><table>').replace(/<\/table>/g, '</table></div>');
    if (this.changes.length) throw new Error(`docs/${name}.md has a change that was not shown`);
    return { title: text.split('\n')[0].replace(/^# /, ''), html: slim(made), anchors };
  }

  /** Tokens with our comments, and what each of them is about, put into elements; also inside lists. */
  arranged(tokens) {
    const made = [];
    for (let k = 0; k < tokens.length; ++k) {
      const token = tokens[k], [, kind, words = ''] = token.type === 'html' ? mark_form.exec(token.raw) ?? [] : [];
      if (token.tokens && token.type !== 'paragraph') token.tokens = this.arranged(token.tokens);
      for (const item of token.items ?? []) item.tokens = this.arranged(item.tokens);
      if (!kind) made.push(token);
      else if (['figure', 'chart', 'screenshot'].includes(kind)) made.push(this.raw(this.figure(kind, words, tokens[++k])));
      else if (kind === 'browser') {
        made.push(...this.marked.lexer(words));
        ++k;
      } else if (kind === 'quote') made.push(tokens[++k], this.raw(this.tryHere(words)));
      else if (kind === 'change') made.push(tokens[++k], this.raw(this.change(words)));
    }
    return made;
  }
  raw(text) {
    return { type: 'html', block: true, raw: text, text };
  }

  figure(kind, words, paragraph) {
    const picture = paragraph?.tokens?.[0];
    if (picture?.type !== 'image') throw new Error(`docs/${this.name}.md: no picture follows <!-- ${kind}: ${words} -->`);
    const { run, input, html } = figureHtml({ kind, words, caption: picture.text, catalogue: this.catalogue, predicts: this.predicts, escaped, attribute });
    if (run) this.runs.push(run);
    if (input) this.inputs[input] = readFileSync(join(this.root, input), 'utf8');
    if (run === undefined) throw new Error(`docs/${this.name}.md: no run is known for <!-- ${kind}: ${words} -->`);
    return html;
  }

  /** A link to the version that a page quotes. */
  tryHere(words) {
    const [, lesson, version] = /^shaders\/(\d\d)_\w+\/(v\d+_\w+)\.comp/.exec(words) ?? [];
    const known = this.catalogue.lessons.find(({ number }) => number === lesson)?.versions.some((one) => one.name === version);
    return known ? `<p class="try"><a href="#${lesson}/${version}">Open ${version} in the workshop</a></p>\n` : '';
  }

  change(words) {
    const next = this.changes.shift();
    if (next?.path !== words) throw new Error(`docs/${this.name}.md: the change of ${words} is out of order`);
    return next.run ? `<div class="change" data-change='${attribute(next)}'></div>\n` : '';
  }

  /** A link inside the guide, to another site, or, where the reader lacks its target, just its words. */
  link(href, words) {
    if (/^https?:/.test(href)) return `<a href="${escaped(href)}" rel="noreferrer">${words}</a>`;
    const [path, anchor = ''] = href.split('#'), name = path ? basename(path, '.md') : this.name;
    if (path && (!path.endsWith('.md') || path.includes('/'))) {
      if (!existsSync(normalize(join(this.folder, path)))) throw new Error(`docs/${this.name}.md links to ${path}, which is not there`);
      return `<span class="elsewhere">${words}</span>`;
    }
    this.links.push({ from: this.name, name, anchor });
    return `<a href="#read=${name}${anchor ? `/${escaped(anchor)}` : ''}">${words}</a>`;
  }

  /** What the page unpacks. */
  get text() {
    return JSON.stringify({ pages: this.pages, inputs: this.inputs, catalogue: this.catalogue });
  }
}
