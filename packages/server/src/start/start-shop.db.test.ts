import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeDataFolder } from '../testing/database/data-folder.ts'
import { type Program, startProgram } from '../testing/program.ts'
import { untilRefused } from '../testing/requests/until-refused.ts'

const { folder, remove } = await makeDataFolder('goodword-shop-')
afterAll(remove)
const dataDir = join(folder, 'first')

test('a start opens the shop, leads the demo’s share links to it, and takes it along when it ends', async () => {
  const { program, shop, link } = await start()
  expect(await (await fetch(shop)).text()).toContain('Larkfield')
  const { headers } = await fetch(link, { redirect: 'manual' })
  expect(headers.get('location')).toMatch(new RegExp(`^${shop}/\\?refCode=`))
  program.child.kill('SIGTERM')
  expect(await program.ended).toMatchObject({ code: 0, errors: '' })
  await untilRefused(Number(new URL(shop).port))
})

test('a start that is killed takes the shop along as well, and the next one opens it anew', async () => {
  const { program, shop } = await start()
  program.child.kill('SIGKILL')
  await untilRefused(Number(new URL(shop).port))
  const again = await start()
  const { headers } = await fetch(again.link, { redirect: 'manual' })
  expect(headers.get('location')).toMatch(new RegExp(`^${again.shop}/`))
  again.program.child.kill('SIGTERM')
  await again.program.ended
})

test('a port that is taken costs the shop and not the service', async () => {
  const first = await start()
  const { port } = new URL(first.shop)
  const other = join(folder, 'other')
  const program = startProgram('main.ts', { DATA_DIR: other, PORT: '0', SHOP_PORT: port })
  await program.waitForOutput(
    /The example shop could not start \(use SHOP_PORT to set another port\)\. .*EADDRINUSE/,
  )
  await program.waitForOutput(/"msg":"service started"/)
})

async function start(): Promise<{ program: Program; shop: string; link: string }> {
  const program = startProgram('main.ts', { DATA_DIR: dataDir, PORT: '0' })
  const [, shop = ''] = await program.waitForOutput(/"shopUrl":"([^"]+)"/)
  const [, url = ''] = await program.waitForOutput(/"baseUrl":"([^"]+)"/)
  return { program, shop, link: await shareLinkAt(url) }
}

/** Of some user of the demo. */
async function shareLinkAt(url: string): Promise<string> {
  const { live } = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'))
  const headers = { authorization: `Basic ${btoa(`${live.apiKey}:`)}` }
  const answer = await fetch(`${url}/api/v1/demo/users?limit=1`, { headers })
  const [, link = ''] = /"direct":"([^"]+)"/.exec(await answer.text()) ?? []
  return link
}
