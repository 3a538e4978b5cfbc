import { expect, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { openVisitor } from '../testing/visitor.ts'
import { openSite } from '../testing/widget-host.ts'

// The figures of the guide's table that can be measured here.
const DAY_SECONDS = 86_400
const cookie = (name: string, days: number) =>
  `${name}=CODE.1; Path=/; Max-Age=${days * DAY_SECONDS}; SameSite=Lax`
const site = await openSite({
  '/': {
    headers: { 'content-type': 'text/html', 'set-cookie': [cookie('server', 90), cookie('ages', 500)] },
    body: `<!doctype html><title>Shop</title><script>document.cookie = '${cookie('script', 90)}'</script>`,
  },
})

test('Chromium keeps cookies of servers and of scripts for 90 days, and none for more than 400', async () => {
  const { page, context } = await openVisitor(await launchBrowser())
  const before = Date.now() / 1000
  await page.goto(site.origin)
  const cookies = await context.cookies()
  const daysOf = (name: string) => {
    const { expires = 0 } = cookies.find((it) => it.name === name) ?? {}
    return Math.round((expires - before) / DAY_SECONDS)
  }
  expect([daysOf('server'), daysOf('script'), daysOf('ages')]).toEqual([90, 90, 400])
})
