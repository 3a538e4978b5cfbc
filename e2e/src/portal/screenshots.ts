import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildPortalIfStale } from '@goodword/testing/build-portal'
import type { Browser } from 'playwright-core'
import { watchNetwork } from '../testing/network-idle.ts'
import { startBrowser } from '../testing/start-browser.ts'
import { allPages, furtherViews } from './all-pages.ts'
import { addressOf, isLoaded } from './page-state.ts'
import { type RunningPortal, startPortal } from './running-portal.ts'

const root = resolve(import.meta.dirname, '../../..')
/** The pictures that pages of the documentation show. */
const shownFolder = join(root, 'docs/screenshots')
/** Where other pictures go, which are not kept. */
const scratchFolder = join(root, 'dist/screenshots')

const screenshotSizes = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
} as const

type ScreenshotSize = keyof typeof screenshotSizes
const screenshotThemes = ['light', 'dark'] as const
type ScreenshotTheme = (typeof screenshotThemes)[number]

/** The pages of which there are pictures. */
const picturedPages: readonly string[] = [...allPages, ...furtherViews]

function screenshotName(path: string, size: ScreenshotSize, theme: ScreenshotTheme): string {
  const page = path.replace(/^\//, '').replaceAll(/[^a-z0-9_-]+/gi, '-')
  return `${page}-${size}-${theme}.webp`
}

/**
 * `npm run portal:screenshots -- [--to <folder>] [--beside <folder>] [page …]`: pictures of pages with sample data, at both widths and in both
 * themes. A page is an address below the program, such as `webhooks`, or with a slash below the portal, such as `/account`.
 * With `--shown` those that the documentation shows are taken anew. With `--beside` a folder of pictures of another checkout, the
 * page `beside.html` shows both of each.
 */
const { values, positionals } = parseArgs({
  options: {
    to: { type: 'string' },
    beside: { type: 'string' },
    shown: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const folder = values.to ?? (values.shown ? shownFolder : scratchFolder)
const shown = values.shown ? await readdir(shownFolder) : null
const QUALITY = 75
await buildPortalIfStale()
const portal = await startPortal()
const browser = await startBrowser()
try {
  await mkdir(folder, { recursive: true })
  const paths = positionals.length === 0 ? picturedPages : positionals
  for (const size of ['desktop', 'phone'] as const) {
    for (const theme of screenshotThemes) await takeAll(portal, browser, paths, size, theme)
  }
  if (values.beside !== undefined) await showBeside(values.beside, folder)
} finally {
  await browser.close()
  await portal.stop()
}

async function takeAll(
  running: RunningPortal,
  inBrowser: Browser,
  paths: readonly string[],
  size: ScreenshotSize,
  theme: ScreenshotTheme,
): Promise<void> {
  const isPhone = size === 'phone'
  const context = await running.signedIn(inBrowser, {
    viewport: screenshotSizes[size],
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    isMobile: isPhone,
    hasTouch: isPhone,
  })
  const networkIsIdle = watchNetwork(context)
  const page = await context.newPage()
  page.on(
    'console',
    (message) => message.type() === 'error' && console.error(`${page.url()}: ${message.text()}`),
  )
  const devices = await context.newCDPSession(page)
  for (const path of paths) {
    const name = screenshotName(path, size, theme)
    if (shown?.includes(name) === false) continue
    await page.goto(addressOf(running, path))
    await isLoaded(page)
    await networkIsIdle()
    // Playwright itself writes no WebP, which is a third of the size of a PNG.
    const { data } = await devices.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY })
    const file = join(folder, name)
    await writeFile(file, Buffer.from(data, 'base64'))
    console.log(file)
  }
  await context.close()
}

/** Writes a page with each picture beside the one of the same name in another folder. */
async function showBeside(before: string, after: string): Promise<void> {
  const former = await readdir(before)
  const both = (await readdir(after)).filter((name) => former.includes(name)).toSorted()
  const image = (of: string, name: string) =>
    `<img width="49%" alt="" src="${relative(after, join(of, name))}">`
  const figures = both.map(
    (name) => `<figure><figcaption>${name}</figcaption>${image(before, name)} ${image(after, name)}</figure>`,
  )
  const file = join(after, 'beside.html')
  await writeFile(
    file,
    `<!doctype html>\n<meta charset="utf-8">\n<title>Before and after</title>\n${figures.join('\n')}\n`,
  )
  console.log(file)
}
