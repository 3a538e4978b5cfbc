import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { slugOf } from '@goodword/contract/frame/slug'
import { transformerStyleToClass } from '@shikijs/transformers'
import type { DefaultTheme, UserConfig } from 'vitepress'
import { inlineScripts } from './inline-scripts.ts'
import { adaptMarkdown } from './markdown-rules.ts'
import type { SiteSettings } from './site-settings.ts'

/** How VitePress builds the folder of Markdown that `build.ts` has prepared. */
export function siteConfig(folder: string): UserConfig<DefaultTheme.Config> {
  const settings: SiteSettings = JSON.parse(readFileSync(join(folder, 'settings.json'), 'utf8'))
  const { base, outDir, version } = settings
  const colors = transformerStyleToClass({ classPrefix: 'code-' })
  const scripts = inlineScripts(base)
  return {
    base,
    srcDir: 'pages',
    outDir,
    cacheDir: join(folder, 'cache'),
    vite: {
      logLevel: 'warn',
      publicDir: join(folder, 'public'),
      // The index of the search, which is loaded when it is opened.
      build: { chunkSizeWarningLimit: 3000 },
    },
    lang: 'en',
    title: 'Goodword',
    titleTemplate: ':title · Goodword',
    description: 'Referral tracking that you run yourself',
    cleanUrls: true,
    // It is done with a style element, which the policy of the pages refuses.
    appearance: { disableTransition: false },
    // The build looks at the links of what it has made, also at their anchors.
    ignoreDeadLinks: true,
    // Pages that are read at once stand in the search index in another order each time.
    buildConcurrency: 1,
    // What pages share is a file of its own, and not a script inside of each page.
    metaChunk: true,
    head: [
      ['meta', { name: 'color-scheme', content: 'light dark' }],
      ['link', { rel: 'stylesheet', href: `${base}code.css` }],
    ],
    transformHtml: scripts.moveOut,
    buildEnd() {
      // Each rule stands for itself; they come in the order in which blocks of code happened to be read.
      const rules = colors.getCSS().match(/[^}]+}/g) ?? []
      writeFileSync(join(outDir, 'code.css'), rules.sort().join(''))
      writeFileSync(join(outDir, scripts.file), scripts.text())
    },
    markdown: {
      // Guides write `<alias>` in their text, which is no element.
      html: false,
      linkify: false,
      anchor: { slugify: anchorOf },
      // Braces at the end of a line are text, too.
      attrs: { disable: true },
      config: adaptMarkdown,
      // Styles inside of elements are refused by the policy of the pages.
      codeTransformers: [colors],
      theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
      languageAlias: { jsonc: 'json' },
    },
    themeConfig: {
      nav: [
        { text: 'Guides', link: '/guides/', activeMatch: '^/guides/' },
        { text: 'API', link: '/reference/', activeMatch: '^/reference/' },
        { text: 'Errors', link: '/errors' },
        { text: version, items: [...settings.versions] },
      ],
      sidebar: sidebars(settings),
      outline: { level: [2, 3] },
      search: {
        provider: 'local',
        options: {
          miniSearch: { searchOptions: { fuzzy: 0.1, prefix: true } },
          _render: (source, env, markdown) => markdown.render(indexed(source), env),
        },
      },
      notFound: {
        title: 'This page is not here',
        quote: 'It may have another address in this release. The search looks through all pages.',
        linkLabel: 'Go to the documentation',
        linkText: 'Go to the documentation',
      },
      docFooter: { prev: 'Before', next: 'Next' },
    },
  }
}

/** Each part of the site has a menu of its own. */
function sidebars({ groups }: SiteSettings): DefaultTheme.SidebarMulti {
  return Object.fromEntries(
    Object.entries(Object.groupBy(groups, (it) => it.below)).map(([below, those = []]) => [
      below,
      those.map(({ title, pages }) => ({
        text: title,
        items: pages.map(({ address, title: text }) => ({ text, link: `/${address}` })),
      })),
    ]),
  )
}

/** The anchor that GitHub gives a heading; an error code keeps its case, because error responses link to it. */
function anchorOf(heading: string): string {
  return /^[A-Z][A-Z_]+$/.test(heading) ? heading : slugOf(heading.replace(/: [A-Z]+ \/.*$/, ''))
}

/** A page for the index of the search: an operation is found by its path first, and code needs no colors. */
function indexed(source: string): string {
  return source
    .replaceAll(/^(## .+)(?=\n\n```http\n([A-Z]+) \/api\/v1\/\{tenantAlias\}(\/\S+)$)/gm, '$1: $2 $3')
    .replaceAll(/^(\s*```)\w+/gm, '$1')
}
