import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { endsWithin, waitLimitMs } from '../../testing/full-run.ts'

/** Where the story is recorded; undefined in a usual run of the tests. */
const folder = process.env.STORY_FOLDER

/** Longer than the waits of a step together, which have limits of their own. */
const STEP_LIMIT_MS = 3 * waitLimitMs

export type Story = {
  /** A step with its name in errors; recorded as pictures of the page at its end. */
  readonly step: (title: string, page: Page, work: () => Promise<void>) => Promise<void>
}

/** `npm run portal:first-day` records pictures of each step at both widths, and a trace of the browser. */
export async function tellStory(context: BrowserContext): Promise<Story> {
  let number = 0
  if (folder !== undefined) {
    await mkdir(folder, { recursive: true })
    await context.tracing.start({ screenshots: true, snapshots: true })
    onTestFinished(() => context.tracing.stop({ path: join(folder, 'trace.zip') }))
  }
  return {
    async step(title, page, work) {
      number += 1
      const name = `${String(number).padStart(2, '0')}-${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`
      try {
        await endsWithin(STEP_LIMIT_MS, 'the step', work())
      } catch (error) {
        if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}-failed.png`) })
        throw new Error(`step ${number}, "${title}", failed: ${error}`, { cause: error })
      }
      if (folder !== undefined) await takePictures(page, join(folder, name))
    },
  }
}

async function takePictures(page: Page, path: string): Promise<void> {
  const before = page.viewportSize()
  await page.evaluate(() => scrollTo(0, 0))
  await page.screenshot({ path: `${path}.png`, fullPage: true })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.screenshot({ path: `${path}-phone.png`, fullPage: true })
  if (before !== null) await page.setViewportSize(before)
}
