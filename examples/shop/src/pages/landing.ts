import { html } from '../html.ts'
import { type Frame, page } from './page.ts'

export function landing(frame: Frame): string {
  const { landing: words } = frame.words
  return page(
    frame,
    words.title,
    html`
    <section class="hero">
      <div>
      <p class="eyebrow">${words.eyebrow}</p>
      <h1>${words.heading}</h1>
      <p class="lead">${words.lead}</p>
      <p class="actions"><a class="button" href="/pricing">${words.seePlans}</a> <a class="quiet" href="/sign-up">${words.tryWeeks}</a></p>
      </div>
      ${bag}
    </section>
    <section class="facts" aria-label="${words.how}">
      <article><h2>${words.taste}</h2><p>${words.tasteText}</p></article>
      <article><h2>${words.post}</h2><p>${words.postText}</p></article>
      <article><h2>${words.friends}</h2><p>${words.friendsText}</p></article>
    </section>`,
    // A friend who comes by a share link sees who gives what.
    [['welcome']],
  )
}

/** Inline, so that the page needs no external image. */
const bag = html`<svg class="bag" viewBox="0 0 240 320" aria-hidden="true">
  <path class="bag-side" d="M40 60 L200 60 L214 300 Q214 312 202 312 L38 312 Q26 312 26 300 Z"/>
  <path class="bag-top" d="M46 24 Q46 16 54 16 L186 16 Q194 16 194 24 L200 60 L40 60 Z"/>
  <path class="bag-fold" d="M40 60 L200 60"/>
  <circle class="bag-label" cx="120" cy="188" r="62"/>
  <path class="bag-bean" d="M120 148 C150 148 158 176 150 204 C144 226 128 232 118 228 C92 218 84 188 94 166 C99 155 108 148 120 148 Z"/>
  <path class="bag-line" d="M128 150 C108 172 134 196 114 227"/>
</svg>`
