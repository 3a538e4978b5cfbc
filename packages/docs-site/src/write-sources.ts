import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Collected, collectPages } from './collect-pages.ts'
import { llmsIndex, llmsText, servedMarkdown } from './llms.ts'
import { STORY } from './markdown-rules.ts'
import type { Release } from './releases.ts'
import { fileOf, type SitePage } from './site-page.ts'
import type { SiteSettings } from './site-settings.ts'
import { withTabs } from './tabs.ts'

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

/** What the theme reads; the Markdown that is served beside the page has none of it. */
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
