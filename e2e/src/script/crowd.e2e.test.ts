import { makeEnvironment } from '@goodword/server/testing/program'
import { runCommand } from '@goodword/server/testing/run-command'
import { withoutTimeouts } from '@goodword/server/testing/without-timeouts'
import { afterAll, expect, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { startInProcess } from '../testing/start-in-process.ts'
import { openVisitor } from '../testing/visitor.ts'
import { openSite } from '../testing/widget-host.ts'

const PAGES = 8

const browser = await launchBrowser()
// As a large office at the usual limit: far more pages than one address may open in a second.
withoutTimeouts()
const service = await startInProcess(await makeEnvironment(), { RATE_LIMIT_BROWSER: '2' })
afterAll(() => service.stop())
const site = await openSite(({ url }) => {
  const { pathname, searchParams } = new URL(url, 'http://site.test')
  return pathname === '/office' ? office : member(searchParams.get('id') ?? '')
})
const created = await runCommand(
  service.env,
  'tenant',
  'create',
  'office',
  '--landing-page',
  `${site.origin}/`,
)
expect(created.code).toBe(0)

const office = `<!doctype html><title>Office</title>${Array.from({ length: PAGES }, (_, index) => `<iframe src="/?id=member${index}"></iframe>`).join('')}`

function member(id: string): string {
  const init = JSON.stringify(['init', { tenant_alias: 'office', account_id: id, user_id: id, locale: 'en' }])
  return `<!doctype html><title>Shop</title><div id="goodword"></div>
<script>window._gw = [${init}, ['subscribe', 'identified', () => { document.title = 'identified' }]]</script>
<script async src="${service.url}/s/v1/goodword.js"></script>`
}

test('all pages that are opened at once from one address show the widget and are identified', async () => {
  const { page, requests } = await openVisitor(browser)
  const refused: number[] = []
  page.on('response', (it) => {
    if (it.status() === 429) refused.push(it.status())
  })
  await page.goto(`${site.origin}/office`)
  const shown = async () => {
    const widgets = page.frames().filter((it) => it.url().includes('/widget/office'))
    const links = await Promise.all(widgets.map((it) => it.locator('#link').count()))
    return links.filter((it) => it === 1).length
  }
  const identified = async () => {
    const members = page.frames().filter((it) => it.url().includes('?id='))
    const titles = await Promise.all(members.map((it) => it.title()))
    return titles.filter((it) => it === 'identified').length
  }
  await expect.poll(shown).toBe(PAGES)
  await expect.poll(identified).toBe(PAGES)
  // Otherwise this was no crowd.
  expect(refused.length).toBeGreaterThan(0)
  expect(requests.filter((it) => it.url().includes('/open/')).length).toBeLessThanOrEqual(PAGES * (5 + 6))
})
