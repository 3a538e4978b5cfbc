import { makeDataFolder } from '@goodword/server/testing/database/data-folder'
import { programArguments } from '@goodword/server/testing/program-arguments'
import type { Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { openTerminal } from '../testing/terminal.ts'

/** A demo in a terminal of its own, until the end of the test; its screen once the tour is printed. */
export async function startDemo(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { folder, remove } = await makeDataFolder('goodword-tour-')
  const terminal = openTerminal(programArguments('main.ts', { args }), {
    ...{ DATA_DIR: folder, PORT: '0' },
    ...env,
  })
  onTestFinished(async () => {
    await terminal.interrupt()
    await remove()
  })
  return { folder, terminal, screen: await terminal.waitFor(/asks for the snippet of the portal\.\n/) }
}

/** The table of bills on the account page of a customer of the shop. */
export function billsOf(page: Page): Promise<string | null> {
  return page.getByRole('region', { name: 'Your bills' }).textContent()
}

/** Opens the gateway, and chooses the merchant of the example shop, unless it is the only one. */
export async function openLarkfield(page: Page, gateway: string): Promise<void> {
  await page.goto(gateway)
  await page.getByRole('region', { name: 'Clock' }).waitFor()
  const choice = page.getByRole('combobox').first()
  if ((await choice.count()) === 0) return
  const larkfield = await choice.getByRole('option').filter({ hasText: 'larkfield' }).textContent()
  await choice.selectOption(larkfield)
  await page.getByRole('button', { name: 'Open', exact: true }).click()
}

/** Moves the clock of the gateway by a month and a day. */
export async function moveByMonthAndDay(page: Page): Promise<void> {
  const before = await timeOf(page)
  for (const step of ['1 month', '1 day']) {
    const present = await timeOf(page)
    await page.getByRole('button', { name: step, exact: true }).click()
    await expect.poll(() => timeOf(page)).toBeGreaterThan(present)
    expect(await page.getByRole('alert').count()).toBe(0)
  }
  expect(await timeOf(page)).toBeGreaterThan(before + 28 * 86_400_000)
}

/** The time of the gateway, in milliseconds since the epoch. */
async function timeOf(page: Page): Promise<number> {
  const text = await page.getByRole('region', { name: 'Clock' }).locator('.now time').getAttribute('datetime')
  return Date.parse(text ?? '')
}
