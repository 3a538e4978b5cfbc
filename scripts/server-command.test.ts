import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { expect, test } from 'vitest'
import { root } from './checks/steps.ts'

type Settings = Readonly<Record<string, string>>
type ServiceUser = { readonly uid: number; readonly username: string }

const load = (file: string) => import(new URL(`bootstrap/${file}`, import.meta.url).href)
const {
  installedService,
}: { installedService: (unit: string) => { user: string | null; settings: () => Settings } } =
  await load('installed-service.mjs')
const {
  userFor,
}: { userFor: (command: string, serviceUser: string | null, own: ServiceUser) => string | null } =
  await load('service-user.mjs')

const { nodeFault }: { nodeFault: (version: string, path: string) => string | null } =
  await load('node-runtime.mjs')

const folder = temporaryFolder()

test('the command of an installed service reads its user and settings from the unit, from what was edited, and from its file', () => {
  const unit = join(folder, 'goodword.service')
  const ours = readFileSync(join(root, 'deploy/goodword.service'), 'utf8')
  writeFileSync(unit, ours.replace('/etc/goodword.env', join(folder, 'goodword.env')))
  expect(installedService(unit).settings()).toEqual({ DATA_DIR: '/var/lib/goodword', DEMO: 'off' })
  writeFileSync(
    join(folder, 'goodword.env'),
    '# Ours.\nBASE_URL=https://refer.example.com\nDEMO=empty\nSMTP_URL="smtp://a b"\nSECRET_KEY=\nTOKEN=a=b\n',
  )
  mkdirSync(`${unit}.d`)
  writeFileSync(
    join(`${unit}.d`, 'override.conf'),
    '[Unit]\nUser=nothing\n[Service]\nUser=refer\nEnvironment=\nEnvironment="DATA_DIR=/srv/our data" PORT=4001 \\\n  HOST=::1\n',
  )
  const { user, settings } = installedService(unit)
  expect(user).toBe('refer')
  expect(settings()).toEqual({
    ...{ DATA_DIR: '/srv/our data', PORT: '4001', HOST: '::1', BASE_URL: 'https://refer.example.com' },
    ...{ DEMO: 'empty', SMTP_URL: 'smtp://a b', SECRET_KEY: '', TOKEN: 'a=b' },
  })
})

test('a file of settings that the unit needs and that is missing is named, and so is a unit that is missing', () => {
  const unit = join(folder, 'needy.service')
  writeFileSync(unit, `[Service]\nEnvironmentFile=${join(folder, 'missing.env')}\n`)
  expect(() => installedService(unit).settings()).toThrow(`missing.env cannot be read (ENOENT)`)
  expect(() => installedService('goodword-of-nowhere')).toThrow('There is no unit "goodword-of-nowhere"')
})

test('a Node that is too old for the service is named, with the ways to start it all the same', () => {
  expect(nodeFault('24.0.0', '/usr/bin/node')).toBeNull()
  expect(nodeFault('20.20.2', '/usr/bin/node')).toMatch(
    /^Goodword needs Node[.]js 24 or later, and \/usr\/bin\/node is 20[.]20[.]2[.] Install .* "goodword-server start"/,
  )
})

const rootUser = { uid: 0, username: 'root' }
const refer = { uid: 990, username: 'refer' }
const ann = { uid: 1000, username: 'ann' }

test.each([
  ['doctor', 'refer', rootUser, 'refer'],
  ['doctor', 'refer', refer, null],
  ['doctor', null, ann, null],
  ['upgrade', 'refer', rootUser, null],
  ['rollback', null, ann, null],
])('%s of a service of the user %j, called as %o, runs as %j', (command, serviceUser, own, expected) => {
  expect(userFor(command, serviceUser, own)).toBe(expected)
})

test.each([
  ['backup', ann, 'The service runs as the user "refer", and this is "ann". Run the command as root'],
  ['upgrade', refer, '"upgrade" stops and starts the service. Run it as root'],
])('%s is refused to %o, who cannot do it, with the way out', (command, own, message) => {
  expect(() => userFor(command, 'refer', own)).toThrow(message)
})
