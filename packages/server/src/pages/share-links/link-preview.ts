import type { LinkPreview } from '@goodword/contract/pages/link-preview'
import { programDefaults } from '@goodword/contract/program/program'
import { pages } from '@goodword/contract/words/areas/pages'
import { languageTags } from '@goodword/contract/words/languages'
import { speak } from '@goodword/contract/words/speak'
import { acceptedLanguage } from '../../frame/http/requests/accepted-languages.ts'
import type { FullSettings } from '../../frame/program/program-of.ts'
import { publicNameOf } from '../../frame/program/program-of.ts'
import type { PreviewedLink } from './share-link-look-up.ts'

/** The preview of a share link in a messenger or a network. */
export type LinkCard = {
  /** The language tag of the card, and those that it exists in as well. */
  readonly locale: string
  readonly otherLocales: readonly string[]
  readonly title: string
  readonly description: string
  readonly siteName: string
  /** The words of the button for a person whose browser is taken for a machine. */
  readonly open: string
  readonly image: CardImage | null
}

export type CardImage = {
  readonly url: string
  readonly size: { readonly width: number; readonly height: number } | null
  readonly alt: string | null
  /** False for a logo, which is shown beside the text. */
  readonly isLarge: boolean
}

type Previewed = Pick<PreviewedLink, 'settings' | 'referrerName'>
type Cards = { readonly locales: readonly [string, ...string[]]; readonly byLocale: Map<string, LinkCard> }

/** The cards of links that are known, for as long as they are: their look-up renews them every few seconds. */
const cardsOf = new WeakMap<Previewed, Cards>()

/** The card of a share link, in the language that suits the crawler; most of them name none. */
export function linkCard(link: Previewed, acceptLanguage: string | undefined): LinkCard {
  const cards = cardsOf.get(link) ?? { locales: localesOf(link.settings), byLocale: new Map() }
  cardsOf.set(link, cards)
  const locale = acceptedLanguage(acceptLanguage, cards.locales)
  const card = cards.byLocale.get(locale) ?? cardIn(link, locale, cards.locales)
  cards.byLocale.set(locale, card)
  return card
}

function cardIn({ settings, referrerName }: Previewed, locale: string, locales: readonly string[]): LinkCard {
  const own = settings.preview[locale] ?? {}
  const { translate, reward: rewardText } = speak(pages, [locale], undefined, {
    part: 'pages',
    texts: settings.texts,
  })
  const reward = settings.referredReward
  return {
    locale,
    otherLocales: locales.filter((it) => it !== locale),
    title:
      filled(own.title) ??
      (reward === null
        ? translate('linkPreview.invitation')
        : translate('linkPreview.gift', { reward: rewardText(reward) })),
    description:
      filled(own.description) ??
      (referrerName === null
        ? (inOneLine(settings.texts[locale]?.shareMessage) ?? translate('linkPreview.sentByFriend'))
        : translate('linkPreview.sentBy', { name: referrerName })),
    siteName: siteNameOf(settings),
    open: translate('linkPreview.open'),
    image:
      pictureOf([
        own,
        ...englishFirst(Object.keys(settings.preview)).map((it) => settings.preview[it] ?? {}),
      ]) ?? logoOf(settings),
  }
}

/**
 * The languages that the merchant has texts in, else those of our words. A picture is in no language, and who replaced single words of
 * ours wrote no texts in one.
 */
function localesOf({ preview, texts }: FullSettings): readonly [string, ...string[]] {
  const previewed = Object.entries(preview).filter(([, it]) => filled(it.title) ?? filled(it.description))
  const written = Object.entries(texts).filter(([, { words: _, ...rest }]) => Object.keys(rest).length > 0)
  const own = [...new Set([...previewed, ...written].map(([locale]) => locale))]
  const [first = 'en', ...others] = englishFirst(own.length === 0 ? languageTags : own)
  return [first, ...others]
}

function englishFirst(locales: readonly string[]): readonly string[] {
  return locales.toSorted((one, other) => Number(other === 'en') - Number(one === 'en'))
}

/** An empty text is the same as none. */
function filled(text: string | undefined): string | null {
  return text === undefined || text.trim() === '' ? null : text
}

const MAX_DESCRIPTION = 200

function inOneLine(text: string | undefined): string | null {
  const line = filled(text)?.replaceAll(/\s+/g, ' ').trim() ?? null
  if (line === null || [...line].length <= MAX_DESCRIPTION) return line
  return `${[...line].slice(0, MAX_DESCRIPTION - 1).join('')}…`
}

/** The public name, or where the link leads while the program has the name that all begin with. */
function siteNameOf(settings: FullSettings): string {
  const { publicName, name, landingPage } = settings
  if (publicName !== null) return publicName
  if (name !== programDefaults.name || landingPage === null || !URL.canParse(landingPage)) return name
  return new URL(landingPage).hostname.replace(/^www[.]/, '')
}

/** The first picture of these, with its known size and text. */
function pictureOf(previews: readonly LinkPreview[]): CardImage | null {
  const found = previews.find((it) => it.imageUrl !== undefined)
  if (found?.imageUrl === undefined) return null
  const { imageUrl: url, imageWidth: width, imageHeight: height, imageAlt } = found
  const size = width === undefined || height === undefined ? null : { width, height }
  return { url, size, alt: filled(imageAlt), isLarge: true }
}

/** Crawlers show no other kinds of pictures. */
function logoOf(settings: FullSettings): CardImage | null {
  const { logo } = settings.theme
  if (logo === undefined || !/^[^?#]*[.](?:png|jpe?g)(?:[?#]|$)/i.test(logo)) return null
  return { url: logo, size: null, alt: publicNameOf(settings), isLarge: false }
}
