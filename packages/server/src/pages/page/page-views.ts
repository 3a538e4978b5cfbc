import { pages } from '@goodword/contract/words/areas/pages'
import { widget } from '@goodword/contract/words/areas/widget'
import { speak } from '@goodword/contract/words/speak'
import { escapeHtml } from '../../engine/foundation/escape-html.ts'
import type { Context } from '../../frame/context.ts'
import { publicNameOf } from '../../frame/program/program-of.ts'
import type { PageSession, PageUser } from '../../referring/hosted-page/page-session.ts'
import type { OpenedLink } from '../../referring/hosted-page/use-link.ts'
import { shareLinks } from '../../referring/share-links/share-links.ts'
import { namesOf } from '../../referring/users/names-of.ts'
import type { PageContent, PageLanguage } from './page-frame.ts'
import type { PageSite } from './page-site.ts'

/** The form that asks for a link; with the address that cannot be sent to. */
export function signInView(site: PageSite, language: PageLanguage, wrong?: string): PageContent {
  const { path, settings } = site
  const { translate } = language
  const text = translate(settings.hostedPage.joinByEmail ? 'signIn.textToJoin' : 'signIn.text')
  const fault =
    wrong === undefined
      ? ''
      : `<p class="fault" id="fault" role="alert">${escapeHtml(translate('signIn.invalid'))}</p>`
  const invalid =
    wrong === undefined ? '' : ` aria-invalid="true" aria-describedby="fault" value="${escapeHtml(wrong)}"`
  return {
    status: wrong === undefined ? 200 : 400,
    title: translate('signIn.title'),
    body: `<h1>${escapeHtml(translate('signIn.title'))}</h1>
${offerList(site, language)}<p>${escapeHtml(text)}</p>
<form method="post" action="${escapeHtml(path)}/sign-in">
<div class="field"><label for="email">${escapeHtml(translate('signIn.email'))}</label>
<input id="email" name="email" type="email" autocomplete="email" required maxlength="256" dir="ltr"${invalid}></div>
${fault}<button class="main">${escapeHtml(translate('signIn.button'))}</button>
</form>`,
  }
}

/** The view after the form, for any address. */
export function sentView({ path }: PageSite, { translate }: PageLanguage): PageContent {
  return noticeView(
    translate('sent.title'),
    translate('sent.text'),
    { path, text: translate('sent.again') },
    200,
  )
}

/** A link that was opened: nothing happens before the button is pressed, because programs that check links open them. */
export function enterView({ address, users }: OpenedLink, { translate }: PageLanguage): PageContent {
  const buttons =
    users.length > 1
      ? `<p>${escapeHtml(translate('enter.choose'))}</p>
<ul class="choices" role="list">${users.map((it) => `<li>${choice(it)}</li>`).join('')}</ul>`
      : `<button class="main">${escapeHtml(translate('enter.button'))}</button>`
  return {
    title: translate('enter.title'),
    body: `<h1>${escapeHtml(translate('enter.title'))}</h1>
<p>${escapeHtml(translate('enter.text', { email: address }))}</p>
<form method="post">${buttons}</form>`,
  }
}

/** The button of one of several users: their name, and the account as the merchant knows it. */
function choice(user: PageUser): string {
  const { id, account } = user
  const { short: name } = namesOf(user)
  return `<button name="user" value="${id}">${name === null ? '' : `<bdi>${escapeHtml(name)}</bdi><br>`}<bdi class="soft">${escapeHtml(account)}</bdi></button>`
}

export function noticeView(
  title: string,
  text: string,
  link: { readonly path: string; readonly text: string } | null,
  status: number,
): PageContent {
  const button =
    link === null
      ? ''
      : `\n<p><a class="button" href="${escapeHtml(link.path)}">${escapeHtml(link.text)}</a></p>`
  return {
    status,
    title,
    body: `<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(text)}</p>${button}`,
  }
}

/** The data of the signed-in person on the page. */
type ShownUser = Pick<PageUser, 'code' | 'email'>

/** The parts of the page beside the words. */
type HomeParts = {
  /** The address of its script; empty for a page that never gets the widget. */
  readonly script: string
  /** False for a link that leads nowhere: it has no card to hand out. */
  readonly hasCard: boolean
}

/**
 * The page of a person who is signed in. What stands in `#plain` is for browsers without scripts; the script of the page puts
 * the widget in its place.
 */
export function homeView(
  ctx: Context,
  site: PageSite,
  { user, others }: PageSession | { readonly user: ShownUser; readonly others: readonly [] },
  language: PageLanguage,
  { script, hasCard }: HomeParts,
): PageContent {
  const { path, settings, tenant } = site
  const { translate } = language
  const words = speak(widget, [language.locale], undefined, { part: 'widget', texts: settings.texts })
  const { direct } = shareLinks(ctx, tenant.tenantId, user.code)
  const friend = speak(pages, [language.locale], undefined, { part: 'pages', texts: settings.texts })
  const gift =
    settings.referredReward === null
      ? null
      : friend.translate('linkPreview.gift', { reward: friend.reward(settings.referredReward) })
  const email = user.email ?? ''
  const signOut = form(path, 'sign-out', `<button class="quiet">${escapeHtml(translate('signOut'))}</button>`)
  const card = `<section class="box print">
<h2>${escapeHtml(translate('card.title'))}</h2>
<div class="card">
<p class="name"><bdi>${escapeHtml(publicNameOf(settings))}</bdi></p>
${gift === null ? '' : `<p class="gift">${escapeHtml(gift)}</p>`}
<img src="${escapeHtml(direct)}/qr.svg" alt="${escapeHtml(translate('card.qr'))}" width="144" height="144">
<div><p>${escapeHtml(translate('card.text'))}</p>
<p class="link">${escapeHtml(direct)}</p>
<p><bdi>${escapeHtml(user.code)}</bdi></p></div>
</div>
<p class="act"><button id="print" type="button" hidden>${escapeHtml(translate('card.print'))}</button></p>
</section>`
  return {
    title: words.translate('title'),
    bar: signOut,
    script: {
      address: script,
      attributes: {
        'data-path': path,
        'data-alias': tenant.tenantId,
        'data-locale': language.locale,
      },
    },
    body: `<p class="soft">${escapeHtml(translate('signedInAs', { email }))}</p>
<div${script === '' ? '' : ' class="first-screen"'}><div id="goodword" hidden></div>
<div id="plain">
<h1>${escapeHtml(words.translate('title'))}</h1>
${offerList(site, language)}${copyField('link', words.translate('link'), direct)}
${copyField('code', words.translate('code'), user.code)}
</div></div>
${hasCard ? card : ''}
${otherAccounts(path, others, language)}
<section class="box">
<h2>${escapeHtml(translate('data.title'))}</h2>
<p>${escapeHtml(translate('data.text'))}</p>
${form(path, 'forget', `<button>${escapeHtml(translate('data.button'))}</button>`)}
<p class="soft">${escapeHtml(erasureText(site, language))}</p>
</section>`,
  }
}

/** The rewards of both sides; empty without rewards. */
function offerList({ settings }: PageSite, { locale }: PageLanguage): string {
  const { texts, referredReward, referrerReward } = settings
  const words = speak(widget, [locale], undefined, { part: 'widget', texts })
  const sides = [
    [words.translate('friendGets'), referredReward],
    [words.translate('youGet'), referrerReward],
  ] as const
  const items = sides.flatMap(([side, reward]) =>
    reward === null
      ? []
      : [`<div><dt>${escapeHtml(side)}</dt><dd>${escapeHtml(words.reward(reward))}</dd></div>`],
  )
  return items.length === 0 ? '' : `<dl class="offer">${items.join('')}</dl>\n`
}

function copyField(id: string, label: string, value: string): string {
  return `<div class="field"><label for="${id}">${escapeHtml(label)}</label>
<input id="${id}" readonly dir="ltr" value="${escapeHtml(value)}"></div>`
}

function form(path: string, action: string, content: string): string {
  return `<form method="post" action="${escapeHtml(`${path}/${action}`)}">${content}</form>`
}

function otherAccounts(path: string, others: readonly PageUser[], { translate }: PageLanguage): string {
  if (others.length === 0) return ''
  const choices = `<ul class="choices" role="list">${others.map((it) => `<li>${choice(it)}</li>`).join('')}</ul>`
  return `<section class="box"><h2>${escapeHtml(translate('otherAccounts'))}</h2>${form(path, 'switch', choices)}</section>`
}

/** Only the merchant can tell who asks to be erased, so the page says where to ask. */
function erasureText({ settings: { emails } }: PageSite, { translate }: PageLanguage): string {
  const address = emails === null ? null : (emails.replyTo ?? emails.fromAddress)
  return address === null ? translate('data.erasureByCompany') : translate('data.erasure', { address })
}
