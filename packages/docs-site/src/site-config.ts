import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { slugOf } from '@goodword/contract/frame/slug'
import { transformerStyleToClass } from '@shikijs/transformers'
import type { DefaultTheme, UserConfig } from 'vitepress'
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
      // The settings of the project name a newer language than the compiler of VitePress knows.
      esbuild: { tsconfigRaw: { compilerOptions: { target: 'es2022' } } },
      // The index of the search, which is loaded when it is opened.
      build: { chunkSizeWarningLimit: 3000 },
    },
    lang: 'en',
    title: 'Goodword',
    titleTemplate: ':title · Goodword',
    description: 'Referral tracking that you run yourself',
    cleanUrls: true,
    // The option adds a style element, which the policy of the pages refuses.
    appearance: { disableTransition: false },
    // The build looks at the links of what it has made, also at their anchors.
    ignoreDeadLinks: true,
    // Pages that are read at once stand in the search index in another order each time.
    buildConcurrency: 1,
    // Shared metadata is a separate file, and not a script inside each page.
    metaChunk: true,
    head: [
      ['meta', { name: 'color-scheme', content: 'light dark' }],
      ['link', { rel: 'stylesheet', href: `${base}code.css` }],
    ],
    transformHtml: scripts.moveOut,
    lastUpdated: false,
    transformPageData: ({ frontmatter }) => ({ lastUpdated: frontmatter.lastChanged }),
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
      sidebar: sidebarOf(settings),
      outline: { level: [2, 3] },
      lastUpdated: {
        text: 'Last changed',
        formatOptions: { dateStyle: 'medium', timeZone: 'UTC', forceLocale: true },
      },
      // Read by the theme of these pages.
      ...(settings.isServed ? { here: `${base}here.json` } : {}),
      search: {
        provider: 'local',
        options: {
          miniSearch: { searchOptions: { fuzzy: 0.1, prefix: true } },
          // The front page quotes others.
          _render: (source, env, markdown) =>
            env.relativePath === 'index.md' ? '' : indexedHtml(source, (it) => markdown.render(it, env)),
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

/** The group of the page that is shown is open; the heading of each leads to its first page. */
function sidebarOf({ groups }: SiteSettings): DefaultTheme.SidebarItem[] {
  return groups.map(({ title, pages }) => ({
    text: title,
    link: `/${pages[0]?.address}`,
    docFooterText: pages[0]?.title ?? title,
    collapsed: true,
    items: pages.map(({ address, title: text }) => ({ text, link: `/${address}` })),
  }))
}

/** The anchor that GitHub gives a heading; an error code keeps its case, because error responses link to it. */
function anchorOf(heading: string): string {
  return /^[A-Z][A-Z_]+$/.test(heading) ? heading : slugOf(heading)
}

const operation = /^## (.+)\n\n```http\n(\w+) [/]api[/]v1[/]\{tenantAlias\}(\S+)\n```\n\nMethod `(\w+)`/gm

/** The indexed text: without colors, with each call in one language only, and operations by their path and name too. */
function indexedHtml(source: string, render: (source: string) => string): string {
  const once = source.replaceAll(/^(::: code-group\n\n```sh[\s\S]*?\n```\n)[\s\S]*?\n:::$/gm, '$1\n:::')
  let html = render(once.replaceAll(/^(\s*```)\w+/gm, '$1'))
  for (const [, summary = '', method, path, name] of source.matchAll(operation)) {
    html = html.replace(`>${summary} <a`, `>${summary} · ${method} ${path} · ${name} <a`)
  }
  return html
}

/** The content security policy of the pages: only files of their own origin, nothing inline. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/**
 * VitePress writes two scripts into each page, for the theme and for the names of keys. They are moved into a file, so that the
 * policy of the pages, which each of them has in its head for hosts that send none, allows no script of the page itself. Of the
 * two styles that it writes, one is set again when a menu opens, and the other stands in site.css.
 */
function inlineScripts(base: string) {
  const file = 'theme.js'
  let text = ''
  return {
    file,
    text: () => text,
    moveOut(html: string): string {
      const found: string[] = []
      const rest = html.replaceAll(/\s*<script id="[\w-]+">([\s\S]*?)<\/script>/g, (_all, code: string) => {
        found.push(code)
        return ''
      })
      text = `${found.join('\n')}\n`
      const head = `<meta http-equiv="Content-Security-Policy" content="${POLICY}">\n    <script src="${base}${file}"></script>`
      const plain = rest.replaceAll(/ style="(?:--vp-vh:0px;|position:relative;)?"/g, '')
      const moved = plain.replace('<meta charset="utf-8">', `<meta charset="utf-8">\n    ${head}`)
      const [inside] = /<script(?![^>]* src=)[^>]*>|<style|<[^>]* (?:style|on\w+)="[^>]*>/.exec(moved) ?? []
      if (inside !== undefined) throw new Error(`page with a script or a style inside of it: ${inside}`)
      return moved
    },
  }
}
