import { expect, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { expectNoBarriersInFullRun } from './page-findings.ts'
import { openPortal } from './portal.ts'

const browser = await launchBrowser()
const portal = await openPortal()

test('a file is not sent while something is wrong with the form', async () => {
  const { page, faults } = await portal.visit(browser, 'transfers')
  const sent: string[] = []
  page.on('request', (it) => it.method() === 'POST' && sent.push(it.url()))
  await page.getByRole('button', { name: 'Import a file' }).click()
  const upload = page.getByRole('form', { name: 'Import a file' })
  await upload.getByRole('button', { name: 'Check the file' }).click()
  await upload.getByText('Choose a file.').waitFor()
  const empty = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.alloc(0) }
  await upload.getByLabel('File', { exact: true }).setInputFiles(empty)
  await upload.getByRole('button', { name: 'Check the file' }).click()
  await upload.getByText('This file is empty.').waitFor()
  expect(sent).toEqual([])
  expect(faults).toEqual([])
})

test('a period to send again needs a beginning that is before its end', async () => {
  const { page, faults } = await portal.visit(browser, 'webhooks')
  await page.getByRole('table', { name: 'Webhooks' }).getByRole('link').first().click()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: /Send a period again/ }).click()
  const form = page.getByRole('form', { name: 'Send a period again' })
  await form.getByLabel('From').fill('')
  await form.getByRole('button', { name: 'Send them again' }).click()
  await form.getByText('This field is required.').waitFor()
  await form.getByLabel('From').fill('2026-03-02T10:00')
  await form.getByLabel('To').fill('2026-03-01T10:00')
  await form.getByRole('button', { name: 'Send them again' }).click()
  await form.getByText('This is before the beginning.').waitFor()
  await form.getByLabel('To').fill('')
  await form.getByRole('button', { name: 'Send them again' }).click()
  await page.getByText('0 events are sent again.', { exact: true }).waitFor()
  expect(faults).toEqual([])
})

test('milestones are added and removed by the keyboard alone, and the focus stays with them', async () => {
  const { page, faults } = await portal.visit(browser, 'program?tab=milestones')
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'))
  const save = page.getByRole('button', { name: 'Save the program' })
  const add = page.getByRole('button', { name: 'Add a milestone' })
  await add.focus()
  for (const [index, friends] of ['3', '2'].entries()) {
    await page.keyboard.press('Enter')
    await expect.poll(() => focused()).toBe(`milestones.${index}.friends`)
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(friends)
    await add.focus()
  }
  await page.getByRole('group', { name: 'The referrer gets for 3 friends' }).waitFor()
  await save.click()
  await page.getByText('Enter more friends than for the milestone before.').waitFor()
  await expect.poll(() => focused()).toBe('milestones.1.friends')
  await page.keyboard.type('x')
  await page.getByRole('button', { name: 'Remove milestone 1' }).press('Enter')
  await expect.poll(() => add.evaluate((it) => it === document.activeElement)).toBe(true)
  // The typed text that is no number was discarded with the former form.
  expect(await page.getByLabel('Milestone 1: friends who pay').inputValue()).toBe('2')
  await save.click()
  await page.getByText('The program is saved.', { exact: true }).waitFor()
  expect(await portal.tenant.requestOk('GET', '/program')).toMatchObject({
    milestones: [{ friends: 2, reward: { type: 'CREDIT' } }],
  })
  await expectNoBarriersInFullRun(page)
  expect(faults).toEqual([])
})
