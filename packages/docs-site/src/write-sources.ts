import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { allEndpoints } from '@goodword/contract/all-endpoints'
import {
  callsIn,
  fencedBlock,
  sampleLanguages,
  sampleOf,
} from '@goodword/contract/frame/openapi/call-samples'
import { openApiDocument } from '@goodword/contract/frame/openapi/openapi'
import { apiPages } from './api-pages.ts'
import { homePage } from './home.ts'
import { STORY } from './markdown-rules.ts'
import { type Release, releasesOf, upgradePages } from './releases.ts'
import { fileOf, type GuidePart, type SitePage, titleOf } from './site-page.ts'
import type { SiteSettings } from './site-settings.ts'

export type SourceOptions = {
  readonly root: string
  readonly work: string
  readonly base: string
  readonly outDir: string
  readonly otherVersions: string | null
}

/** Writes what VitePress reads into `work`: the Markdown of all pages, their images, and the settings. */
export function writeSources(options: SourceOptions): void {
  const { root, work, base } = options
  rmSync(work, { recursive: true, force: true })
  const collected = collectPages(root)
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(work, file)), { recursive: true })
    writeFileSync(join(work, file), text)
  }
  for (const page of collected.pages) {
    write(`pages/${fileOf(page.address)}`, frontmatterOf(page) + shownMarkdown(page))
    write(`public/${fileOf(page.address)}`, servedMarkdown(page, base))
  }
  write('public/llms.txt', llmsIndex(collected, base))
  write('public/llms-full.txt', llmsText(collected, base))
  cpSync(join(root, 'docs/screenshots'), join(work, 'pages/screenshots'), { recursive: true })
  cpSync(STORY, join(work, 'public/story.svg'))
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  write('settings.json', JSON.stringify(settingsOf(collected, String(version), options)))
  write(
    '.vitepress/config.mjs',
    `import { siteConfig } from '@goodword/docs-site/site-config'\nexport default siteConfig(${JSON.stringify(work)})\n`,
  )
  write(
    '.vitepress/theme/index.mjs',
    // The styles come after those of the theme.
    "import { docsTheme } from '@goodword/docs-site/theme'\nimport '@goodword/docs-site/site.css'\nexport default docsTheme\n",
  )
}

/** The front matter for the theme; the Markdown that is served beside the page has none. */
function frontmatterOf({ lastChanged, layout }: SitePage): string {
  return `---\n${JSON.stringify({ lastChanged, ...layout })}\n---\n\n`
}

/** The page as VitePress gets it: calls as tabs, and what stands in the layout of the front page only there. */
function shownMarkdown({ markdown, layout }: SitePage): string {
  return withTabs(layout === undefined ? markdown : markdown.slice(markdown.indexOf('\n![')))
}

function settingsOf(collected: Collected, version: string, options: SourceOptions): SiteSettings {
  const { pages, parts, releases } = collected
  const titles = new Map(pages.map((it) => [it.address, it.title]))
  const entry = (address: string) => ({ address, title: titles.get(address) ?? address })
  const below = (folder: string) => pages.filter((it) => it.address.startsWith(folder))
  return {
    base: options.base,
    isServed: options.base === '/docs/',
    outDir: options.outDir,
    version,
    versions: releases.map((it) => versionLink(it, version, options.otherVersions)),
    groups: [
      ...parts.map(({ title, addresses }) => ({ title, pages: addresses.map(entry) })),
      { title: 'API reference', pages: [...below('reference/'), entry('errors')] },
      { title: 'Releases', pages: below('upgrade/') },
    ],
  }
}

function versionLink(
  { version }: Release,
  own: string,
  others: string | null,
): SiteSettings['versions'][number] {
  if (version === own) return { text: `${version} (these pages)`, link: '/' }
  if (others === null) return { text: `${version}: changes`, link: `/upgrade/${version}` }
  return { text: version, link: others.replaceAll('{version}', version) }
}

const labels = { ts: 'TypeScript', py: 'Python', php: 'PHP', rb: 'Ruby' } as const

/** Shows each block that is one call of the API by curl as tabs, with the clients of other languages beside it. */
export function withTabs(markdown: string): string {
  const calls = [...callsIn(markdown, allEndpoints)]
  return markdown.replaceAll(fencedBlock, (block, language: string, command: string) => {
    const call = language === 'sh' ? (calls.shift() ?? null) : null
    if (call === null) return block
    const tabs = sampleLanguages.map((it) => `\`\`\`${it} [${labels[it]}]\n${sampleOf(call, it)}\n\`\`\``)
    return `::: code-group\n\n\`\`\`sh [curl]\n${command}\n\`\`\`\n\n${tabs.join('\n\n')}\n\n:::`
  })
}

const SUMMARY =
  'Goodword is an open-source, self-hosted referral tracking service: it ties friends to referrers, and makes the payment processor take exactly the right referral discount off the right bills.'

/** `llms.txt` as llmstxt.org describes it: every page with the address of its Markdown. `base` begins and ends with `/`. */
function llmsIndex({ pages, parts }: Collected, base: string): string {
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
function llmsText({ pages, parts }: Collected, base: string): string {
  const wanted = [...parts.flatMap((it) => it.addresses), 'errors']
  const byAddress = new Map(pages.map((it) => [it.address, it]))
  const texts = wanted.flatMap((it) => byAddress.get(it) ?? []).map((it) => servedMarkdown(it, base).trim())
  return `${[`> ${SUMMARY}`, ...texts].join('\n\n---\n\n')}\n`
}

/** The Markdown of a page as the site serves it beside the page: its links lead to other Markdown there. */
function servedMarkdown({ markdown }: SitePage, base: string): string {
  return markdown.replaceAll(/\]\(\/([\w./-]*)(#[^)]*)?\)/g, (_link, address: string, anchor = '') => {
    const target = /[.]\w+$/.test(address) && !address.startsWith('upgrade/') ? address : fileOf(address)
    return `](${base}${target}${anchor})`
  })
}

type Collected = {
  readonly pages: readonly SitePage[]
  readonly releases: readonly Release[]
  /** The order and the parts of the guides. */
  readonly parts: readonly GuidePart[]
}

/** The address of the service in all examples. */
const SHOWN_ADDRESS = 'http://127.0.0.1:4000'
const CONTENTS = 'docs/guides/README.md'
const CHANGELOG = 'CHANGELOG.md'
const ERRORS = 'docs/reference/errors.md'
const BACKUP = 'goodword-server backup /backups/before-the-upgrade.gz.age'

/** Everything that the site shows, from the files of the project in `root`. */
export function collectPages(root: string): Collected {
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const files = readdirSync(join(root, 'docs/guides'), { recursive: true, encoding: 'utf8' })
    .filter((it) => it.endsWith('.md'))
    .sort()
    .map((it) => `docs/guides/${it}`)
  const addresses: Addresses = new Map([
    ...[...files, ERRORS].map((it) => [it, addressOf(it)] as const),
    // The pages that are made of the OpenAPI document say the same, with descriptions.
    ['docs/reference/operations.md', 'reference/'],
  ])
  const contents = read(CONTENTS)
  const descriptions = descriptionsIn(contents)
  const changes = lastChanges(root, ['docs/guides', 'docs/reference'])
  const fromFiles = [...files, ERRORS].map((file): SitePage => {
    const markdown = read(file)
    return {
      address: addressOf(file),
      title: titleOf(markdown),
      description: descriptions.get(file) ?? otherDescriptions[file] ?? '',
      markdown: withSiteLinks(markdown, file, addresses),
      lastChanged: changes.get(file),
    }
  })
  const { version } = JSON.parse(read('package.json'))
  const releases = releasesOf(withSiteLinks(read(CHANGELOG), CHANGELOG, addresses))
  const parts = partsIn(contents)
  return {
    pages: [
      homePage(readFileSync(join(import.meta.dirname, 'home.md'), 'utf8'), fromFiles, parts),
      ...fromFiles,
      ...apiPages(openApiDocument(allEndpoints, SHOWN_ADDRESS, version), SHOWN_ADDRESS),
      ...upgradePages(releases, BACKUP),
    ],
    releases,
    parts,
  }
}

const otherDescriptions: Readonly<Record<string, string>> = {
  [CONTENTS]: 'the guides in the order of reading',
  [ERRORS]: 'what each error code means, and what to do',
}

/** `docs/guides/rest.md` is `guides/rest`. Error responses name `/docs/errors`. */
function addressOf(file: string): string {
  if (file === CONTENTS) return 'guides/'
  if (file === ERRORS) return 'errors'
  return file.replace(/^docs\//, '').replace(/[.]md$/, '')
}

const guideLine = /\[[^\]]+\]\(([\w/-]+)[.]md\): (.+)$/gm

function descriptionsIn(contents: string): ReadonlyMap<string, string> {
  return new Map(
    [...contents.matchAll(guideLine)].map(([, name, text = '']) => [`docs/guides/${name}.md`, text.trim()]),
  )
}

/** Each heading of the table of contents that has a list of guides. */
function partsIn(contents: string): readonly GuidePart[] {
  return contents
    .split(/^## /m)
    .slice(1)
    .map((part) => ({
      title: part.slice(0, part.indexOf('\n')),
      addresses: [...part.matchAll(guideLine)].map(([, name]) => `guides/${name}`),
    }))
    .filter(({ addresses }) => addresses.length > 0)
}

/**
 * When each file below some folders of a checkout was last changed, in milliseconds since 1970. Empty without the whole history of git,
 * such as in a release.
 */
export function lastChanges(root: string, folders: readonly string[]): ReadonlyMap<string, number> {
  const git = (...args: readonly string[]) => {
    const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
    return status === 0 ? stdout : ''
  }
  const changes = new Map<string, number>()
  if (git('rev-parse', '--is-shallow-repository').trim() !== 'false') return changes
  const log = git('log', '--format=%x00%ct', '--name-only', '--relative', '--', ...folders)
  for (const commit of log.split('\0').slice(1)) {
    const [time, , ...files] = commit.trim().split('\n')
    for (const file of files) if (!changes.has(file)) changes.set(file, Number(time) * 1000)
  }
  return changes
}

/** Where the Markdown files of the repository are on the site. Other files are on the repository alone. */
type Addresses = ReadonlyMap<string, string>

/**
 * Replaces the links of a Markdown file, which lead to other files of the repository, by addresses of the site. A link to a file
 * that the site does not have becomes its text. Code stays as it is.
 */
export function withSiteLinks(markdown: string, file: string, addresses: Addresses): string {
  return outsideOfFences(markdown, (text) =>
    // An image keeps its path: the build copies its file.
    text.replaceAll(/(!?)\[((?:[^[\]]|\[[^[\]]*\])*)\]\(([^()\s]+)\)/g, (link, image, words, target) =>
      image === '' ? linkTo(words, target, file, addresses) : link,
    ),
  )
}

function linkTo(words: string, target: string, file: string, addresses: Addresses): string {
  if (/^(?:https?:|mailto:|#)/.test(target)) return `[${words}](${target})`
  const [path = '', anchor] = target.split('#')
  const address = addresses.get(posix.join(posix.dirname(file), path))
  return address === undefined ? words : `[${words}](/${address}${anchor === undefined ? '' : `#${anchor}`})`
}

/** Changes the text of a Markdown file, and not its fenced blocks. */
function outsideOfFences(markdown: string, change: (text: string) => string): string {
  return markdown
    .split(/^(\s*```[^\n]*\n[\s\S]*?^\s*```\s*?$)/m)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('')
}
