/** The card of a share link, as the contract has it. */
export type LinkCard = {
  readonly title: string
  readonly description: string
  readonly siteName: string
  readonly imageUrl: string | null
  readonly imageAlt: string | null
  readonly isLarge: boolean
}

export const cardStyle = `article{display:flex;flex-direction:column;max-width:32rem;overflow:hidden;border:1px solid;border-color:color-mix(in srgb,currentColor 25%,transparent);border-radius:12px}
article.small{flex-direction:row}
img{width:100%;aspect-ratio:1200/630;object-fit:cover;background:color-mix(in srgb,currentColor 10%,transparent)}
.small img{width:6rem;aspect-ratio:1;object-fit:contain}
article div{padding:12px 14px;overflow-wrap:anywhere}
article p{margin:0;font-size:14px;line-height:1.4}
article strong{display:block;margin:2px 0;font-size:16px}`

/** The card that messengers and networks show for a share link, approximately: each has its own look. */
export function linkCardElement({ title, description, siteName, imageUrl, imageAlt, isLarge }: LinkCard) {
  const card = document.createElement('article')
  card.dir = 'auto'
  if (!isLarge) card.className = 'small'
  if (imageUrl !== null) {
    const image = document.createElement('img')
    image.src = imageUrl
    image.alt = imageAlt ?? ''
    card.append(image)
  }
  const [words, site, name, text] = ['div', 'p', 'strong', 'p'].map((it) => document.createElement(it)) as [
    HTMLElement,
    HTMLElement,
    HTMLElement,
    HTMLElement,
  ]
  site.textContent = siteName
  name.textContent = title
  text.textContent = description
  words.append(site, name, text)
  card.append(words)
  return card
}
