import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { buildPortalIfStale } from '@goodword/testing/build-portal'
import type { Browser } from 'playwright-core'
import { watchNetwork } from '../testing/network-idle.ts'
import { startBrowser } from '../testing/start-browser.ts'
import { startGoodword } from '../testing/start-goodword.ts'
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

type PicturedPortal = Pick<RunningPortal, 'url' | 'alias' | 'signedIn' | 'stop'>
type ScreenshotSize = keyof typeof screenshotSizes
const screenshotThemes = ['light', 'dark'] as const
type ScreenshotTheme = (typeof screenshotThemes)[number]

/** The pages of which there are pictures. */
const picturedPages: readonly string[] = [...allPages, ...furtherViews]
/** With the year of sample data, whose people are others. */
const yearPages = [...picturedPages.filter((it) => !it.includes('acct_')), 'users/cust_alba/cust_alba']

function screenshotName(path: string, size: ScreenshotSize, theme: ScreenshotTheme): string {
  const page = path.replace(/^\//, '').replaceAll(/[^a-z0-9_-]+/gi, '-')
  return `${page}-${size}-${theme}.webp`
}

/**
 * `npm run portal:screenshots -- [--to <folder>] [--beside <folder>] [page …]`: pictures of pages with sample data, at both widths
 * and in both themes. A page is an address below the program, such as `webhooks`, or with a slash below the portal, such as
 * `/account`. With `--year` they show the demo's year of sample data; with `--shown` those that the documentation shows are taken
 * anew, with that year. With `--beside` a folder of pictures of another checkout, the page `beside.html` shows both of each.
 */
const { values, positionals } = parseArgs({
  options: {
    to: { type: 'string' },
    beside: { type: 'string' },
    year: { type: 'boolean', default: false },
    shown: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const folder = values.to ?? (values.shown ? shownFolder : scratchFolder)
const shown = values.shown ? await readdir(shownFolder) : null
const QUALITY = 75
await buildPortalIfStale()
const browser = await startBrowser()
const hasYear = values.year || values.shown
const portal = hasYear ? await startYear() : await startPortal()
try {
  await mkdir(folder, { recursive: true })
  const paths = positionals.length > 0 ? positionals : hasYear ? yearPages : picturedPages
  for (const size of ['desktop', 'phone'] as const) {
    for (const theme of screenshotThemes) await takeAll(portal, browser, paths, size, theme)
  }
  if (values.beside !== undefined) await showBeside(values.beside, folder)
} finally {
  await browser.close()
  await portal.stop()
}

/** A service with the demo, once its year of sample data is complete. Its owner is signed in by the link of the tour. */
async function startYear(): Promise<PicturedPortal> {
  const { url, env, stop } = await startGoodword({ DEMO: 'on', RATE_LIMITS: 'off' })
  const read = (name: string) => readFile(join(env.DATA_DIR ?? '', name), 'utf8')
  const entering = await browser.newContext()
  const page = await entering.newPage()
  await page.goto(JSON.parse(await read('portal.json')).demo)
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  const [, alias = ''] = /\/portal\/([^/]+)\/home/.exec(page.url()) ?? []
  const storageState = await entering.storageState()
  await entering.close()
  while (!(await read('sample-year.json').catch(() => '')).includes('"day":null')) await pause(1000)
  return { url, alias, stop, signedIn: (it, options) => it.newContext({ ...options, storageState }) }
}

async function takeAll(
  running: PicturedPortal,
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
