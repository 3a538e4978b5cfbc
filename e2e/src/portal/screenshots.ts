import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { buildPortalIfStale } from '../testing/build-portal.ts'
import { startBrowser } from '../testing/start-browser.ts'
import { allPages } from './all-pages.ts'
import { type RunningPortal, startPortal } from './running-portal.ts'

const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } }

/**
 * `npm run portal:screenshots -- [--to <folder>] [page …]`: pictures of pages with sample data, at both widths and in both
 * themes. A page is an address below the program, such as `webhooks`, or with a slash below the portal, such as `/account`.
 */
const { values, positionals } = parseArgs({
  options: { to: { type: 'string', default: resolve(import.meta.dirname, '../../../docs/screenshots') } },
  allowPositionals: true,
})
await buildPortalIfStale()
const portal = await startPortal()
const browser = await startBrowser()
try {
  await mkdir(values.to, { recursive: true })
  const paths = positionals.length === 0 ? allPages : positionals
  for (const size of ['desktop', 'phone'] as const) {
    for (const theme of ['light', 'dark'] as const) await takeAll(portal, browser, paths, size, theme)
  }
} finally {
  await browser.close()
  await portal.stop()
}

async function takeAll(
  { url, alias, signedIn }: RunningPortal,
  inBrowser: Browser,
  paths: readonly string[],
  size: keyof typeof sizes,
  theme: 'light' | 'dark',
): Promise<void> {
  const isPhone = size === 'phone'
  const context = await signedIn(inBrowser, {
    viewport: sizes[size],
    colorScheme: theme,
    locale: 'en-GB',
    isMobile: isPhone,
    hasTouch: isPhone,
  })
  const page = await context.newPage()
  page.on(
    'console',
    (message) => message.type() === 'error' && console.error(`${page.url()}: ${message.text()}`),
  )
  for (const path of paths) {
    await page.goto(path.startsWith('/') ? `${url}/portal${path}` : `${url}/portal/${alias}/${path}`)
    await page.waitForLoadState('networkidle')
    await take(page, join(values.to, `${nameOf(path)}-${size}-${theme}.png`), path === '/gallery')
  }
  await context.close()
}

async function take(page: Page, path: string, fullPage: boolean): Promise<void> {
  await page.screenshot({ path, fullPage })
  console.log(path)
}

function nameOf(path: string): string {
  return path.replace(/^\//, '').replaceAll(/[^a-z0-9_-]+/gi, '-')
}
