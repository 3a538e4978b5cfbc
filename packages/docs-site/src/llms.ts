import type { Collected } from './collect-pages.ts'
import { fileOf, type SitePage } from './site-page.ts'

const SUMMARY =
  'Goodword is an open-source, self-hosted referral tracking service: it ties friends to referrers, and makes the payment processor take exactly the right referral discount off the right bills.'

/** `llms.txt` as llmstxt.org describes it: every page with the address of its Markdown. `base` begins and ends with `/`. */
export function llmsIndex({ pages, parts }: Collected, base: string): string {
  const byAddress = new Map(pages.map((it) => [it.address, it]))
  const line = ({ address, title, description }: SitePage) =>
    `- [${title}](${base}${fileOf(address)}): ${description}`
  const section = (title: string, those: readonly SitePage[]) =>
    `## ${title}\n\n${those.map(line).join('\n')}`
  const guides = parts.map(({ title, addresses }) =>
    section(
      title,
      addresses.flatMap((it) => byAddress.get(it) ?? []),
    ),
  )
  const below = (folder: string) => pages.filter((it) => it.address.startsWith(folder))
  return [
    '# Goodword',
    `> ${SUMMARY}`,
    `To integrate it, follow [Integrate with an assistant](${base}guides/reference/integrate.md). All guides in one file: [llms-full.txt](${base}llms-full.txt).`,
    ...guides,
    section('API reference', [...below('reference/'), ...below('errors')]),
    section('Releases', below('upgrade/')),
    '',
  ].join('\n\n')
}

/** All guides and the list of errors, one after the other. */
export function llmsText({ pages, parts }: Collected, base: string): string {
  const wanted = [...parts.flatMap((it) => it.addresses), 'errors']
  const byAddress = new Map(pages.map((it) => [it.address, it]))
  const texts = wanted.flatMap((it) => byAddress.get(it) ?? []).map((it) => servedMarkdown(it, base).trim())
  return `${[`> ${SUMMARY}`, ...texts].join('\n\n---\n\n')}\n`
}

/** The Markdown of a page as the site serves it beside the page: its links lead to other Markdown there. */
export function servedMarkdown({ markdown }: SitePage, base: string): string {
  return markdown.replaceAll(/\]\(\/([\w./-]*)(#[^)]*)?\)/g, (_link, address: string, anchor = '') => {
    const target = /[.]\w+$/.test(address) && !address.startsWith('upgrade/') ? address : fileOf(address)
    return `](${base}${target}${anchor})`
  })
}
