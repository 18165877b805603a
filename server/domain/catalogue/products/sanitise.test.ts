import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sanitiseHtml } from './sanitise.ts';

describe('sanitiseHtml', () => {
  it('keeps formatting tags in HTML', () => {
    const html = '<h3>Care</h3><p>Wash <strong>by hand</strong>.<br />Dry <em>flat</em>.</p><ul><li>Wool</li></ul>';
    expect(sanitiseHtml(html)).toBe(html);
  });

  it.each([
    ['<script>alert(1)</script><p>x</p>', '<p>x</p>'],
    ['<p onclick="alert(1)" style="color:red" class="c" id="i">x</p>', '<p>x</p>'],
    ['<img src=x onerror=alert(1)>x', 'x'],
    ['<a href="javascript:alert(1)">x</a>', '<a rel="nofollow noopener">x</a>'],
    ['<a href="//evil.example">x</a>', '<a rel="nofollow noopener">x</a>'],
    ['<iframe src="https://evil.example"></iframe>x', 'x'],
    ['<svg><script>alert(1)</script></svg>x', 'x'],
    ['<style>p{}</style><h1>Big</h1>', '<h3>Big</h3>'],
  ])('sanitises %s to %s', (html, clean) => {
    expect(sanitiseHtml(html)).toBe(clean);
  });

  it('returns the same HTML for nested paragraphs when it runs again', () => {
    const clean = sanitiseHtml('<p><script<p><p>');
    expect(sanitiseHtml(clean)).toBe(clean);
  });

  it('is idempotent and never keeps an event handler or script', () => {
    const piece = fc.constantFrom(
      '<p>',
      '</p>',
      '<a href="',
      'javascript:',
      '">',
      '<script',
      ' onload=x',
      '<',
      '>',
      '&lt;',
      'text',
      '"',
      "'",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const clean = sanitiseHtml(pieces.join(''));
        expect(sanitiseHtml(clean)).toBe(clean);
        expect(clean).not.toMatch(/<script|href="\s*javascript:/i);
        expect(clean.replace(/"[^"]*"/g, '')).not.toMatch(/<[^>]* on\w+=/i);
      }),
    );
  });
});
