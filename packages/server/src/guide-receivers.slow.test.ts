import { spawn, spawnSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { afterAll, expect, test, vi } from 'vitest'
import { newSecret, signatureHeaders } from './outbound/webhooks/receiver-secrets.ts'
import { chosenPort } from './start/free-port.ts'
import { blocksOf } from './testing/guides/guide-blocks.ts'
import { root } from './testing/guides/run-guide.ts'

// The receivers of the guide on webhooks that are not in TypeScript: each gets signed events, and what is not one.

const folder = temporaryFolder()
const blocks = blocksOf(await readFile(resolve(root, 'docs/guides/webhooks.md'), 'utf8'))
const PATIENT = { timeout: 120_000, interval: 50 }

const languages = [
  {
    name: 'Python',
    language: 'py',
    file: 'receive.py',
    program: 'python3',
    argsFor: (url: string) => ['receive.py', url],
  },
  {
    name: 'PHP',
    language: 'php',
    file: 'receive.php',
    program: 'php',
    argsFor: (url: string) => ['-S', new URL(url).host, 'receive.php'],
  },
] as const

const closings: (() => void)[] = []
afterAll(() => {
  for (const close of closings) close()
})

function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version']).status === 0
}

for (const { name, program } of languages.filter((it) => !isInstalled(it.program))) {
  console.log(`not run: the webhook receiver of the guide in ${name}, because ${program} is not installed`)
}

const installed = languages.filter((it) => isInstalled(it.program))

test.each(installed)(
  'the receiver in $name takes signed events, each once, and nothing else',
  async (it) => {
    const place = join(folder, it.language)
    await mkdir(place)
    const [block] = blocks.filter(({ language }) => language === it.language)
    if (block === undefined) throw new Error(`the guide has no receiver in ${it.name}`)
    await writeFile(join(place, it.file), block.text)
    const secret = newSecret()
    const url = `http://127.0.0.1:${await chosenPort(0, '127.0.0.1')}`
    const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', WEBHOOK_SECRET: secret }
    const child = spawn(it.program, it.argsFor(url), { cwd: place, env })
    closings.push(() => child.kill('SIGKILL'))
    let output = ''
    child.stdout.on('data', (piece) => {
      output += piece
    })
    const handled = async () => {
      const log =
        it.language === 'php' ? await readFile(join(place, 'received.log'), 'utf8').catch(() => '') : output
      return log.split('\n').filter((line) => line !== '')
    }
    const post = async (body: string, headers: Readonly<Record<string, string>>) =>
      (await fetch(url, { method: 'POST', body, headers })).status
    await vi.waitFor(() => post('{}', {}), PATIENT)

    const id = '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d60'
    const body = JSON.stringify({ id, type: 'referral.converted', version: 1, data: {} })
    const now = Date.now()
    const signed = signatureHeaders({ id, now, body }, [newSecret(), secret])
    expect(await post(body, signed)).toBe(204)
    expect(await post(body, signed)).toBe(204)
    await vi.waitFor(async () => expect(await handled()).toEqual([`referral.converted ${id}`]), PATIENT)

    const another = '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d61'
    const forged = signatureHeaders({ id: another, now, body }, [newSecret()])
    expect(await post(body, forged)).toBe(400)
    expect(await post(body.replace('converted', 'ended'), signed)).toBe(400)
    expect(await post(body, { ...signed, 'webhook-id': another })).toBe(400)
    expect(await post(body, {})).toBe(400)
    expect(await post(body, { ...signed, 'webhook-signature': 'v1,' })).toBe(400)
    const stale = signatureHeaders({ id: another, now: now - 3_600_000, body }, [secret])
    await post(body, stale)
    expect(await handled()).toEqual([`referral.converted ${id}`])
  },
  120_000,
)

const hasPackage = spawnSync('python3', ['-c', 'import standardwebhooks']).status === 0
if (hasPackage) {
  test('the Python package of Standard Webhooks verifies our signatures', () => {
    const secret = newSecret()
    const body = JSON.stringify({ id: 'evt', type: 'test' })
    const headers = signatureHeaders({ id: 'evt', now: Date.now(), body }, [newSecret(), secret])
    const code = `import json, sys
from standardwebhooks.webhooks import Webhook
secret, body, headers = json.load(sys.stdin)
print(Webhook(secret).verify(body, headers)["type"])`
    const input = JSON.stringify([secret, body, headers])
    const { stdout, stderr } = spawnSync('python3', ['-c', code], { input, encoding: 'utf8' })
    expect({ stdout, stderr }).toEqual({ stdout: 'test\n', stderr: '' })
  })
} else {
  console.log(
    'not run: the Python package of Standard Webhooks on our signatures, because python3 has no package standardwebhooks',
  )
}
