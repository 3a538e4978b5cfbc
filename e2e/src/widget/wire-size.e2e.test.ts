import { expect, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { goodwordUrl } from '../testing/goodword.ts'
import { openVisitor } from '../testing/visitor.ts'
import { openWidgetHost } from '../testing/widget-host.ts'

const MAX_BYTES = 20_000

const browser = await launchBrowser()
const host = await openWidgetHost()

test('the files of the widget come compressed, as a browser loads them', async () => {
  const { page } = await openVisitor(browser)
  const frame = await host.show(page, { identity: host.signed('loads') })
  await frame.getByLabel('Your link').waitFor()
  const files = await frame.locator('html').evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((it): it is PerformanceResourceTiming => it.name.includes('/widget/assets/'))
      // The module of the QR code is loaded when the code comes into view.
      .filter((it) => !it.name.endsWith(String(document.documentElement.dataset.qr)))
      .map(({ encodedBodySize, decodedBodySize, transferSize }) => ({
        encodedBodySize,
        decodedBodySize,
        transferSize,
      })),
  )
  expect(files).toHaveLength(3)
  for (const it of files) expect(it.encodedBodySize).toBeLessThan(it.decodedBodySize / 2)
  expect(files.reduce((sum, it) => sum + it.transferSize, 0)).toBeLessThan(MAX_BYTES)
  expect(new URL(page.frames()[1]?.url() ?? '').origin).toBe(goodwordUrl())
})
