import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { expect, test } from 'vitest'

const {
  unpack,
}: { unpack: (tarball: Buffer, folder: string, isWanted?: (file: string) => boolean) => void } = await import(
  new URL('./bootstrap/unpack.mjs', import.meta.url).href
)

const folder = temporaryFolder()
const source = join(folder, 'source')
// Longer than the 100 and 255 characters that the header of a file has room for.
const longName = `lib/${'a'.repeat(120)}/${'b'.repeat(120)}/${'ü'.repeat(60)}.js`
const contents = {
  'package.json': '{}',
  'bin/run': '#!/bin/sh\n',
  'include/node.h': 'header',
  'lib/empty.js': '',
  'lib/block.js': 'x'.repeat(512),
  // ustar keeps it in two parts.
  [`lib/${'c'.repeat(80)}/${'d'.repeat(80)}.js`]: 'in two parts',
  [longName]: 'long',
}
for (const [file, content] of Object.entries(contents)) {
  const path = join(source, 'package', file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content, { mode: file === 'bin/run' ? 0o755 : 0o644 })
}
symlinkSync('/etc', join(source, 'package', 'link'))

let made = 0
const place = () => join(folder, `place-${++made}`)
const pack = (...options: string[]): Buffer =>
  execFileSync('tar', ['--create', '--gzip', '--absolute-names', ...options, 'package'], { cwd: source })
const modeOf = (file: string) => statSync(file).mode & 0o111

test.each(['gnu', 'pax', 'ustar'])(
  'the files of a package in the format %s have their names, contents and modes',
  (format) => {
    const at = place()
    // ustar has no room for the longest name.
    const excluded = format === 'ustar' ? [longName] : []
    unpack(
      pack(`--format=${format}`, ...excluded.map((file) => `--exclude=package/${dirname(dirname(file))}`)),
      at,
    )
    for (const [file, content] of Object.entries(contents)) {
      if (!excluded.includes(file)) expect(readFileSync(join(at, file), 'utf8')).toBe(content)
    }
    expect([modeOf(join(at, 'bin/run')), modeOf(join(at, 'package.json'))]).toEqual([0o111, 0])
    expect(existsSync(join(at, 'link'))).toBe(false)
  },
)

test('files that are not wanted are left out', () => {
  const at = place()
  unpack(pack(), at, (file) => !file.startsWith('include/'))
  expect([existsSync(join(at, 'include')), existsSync(join(at, 'bin/run'))]).toEqual([false, true])
})

test('a package with a file outside of its folder is refused', () => {
  const at = place()
  const tarball = pack('--transform=s,package/package.json,package/../../outside.json,')
  expect(() => unpack(tarball, at)).toThrow('outside of its folder: package/../../outside.json')
  expect(existsSync(join(folder, 'outside.json'))).toBe(false)
})

test('a package that ends in the middle of a file is refused', () => {
  const archive = gunzipSync(pack())
  const start = archive.indexOf('xxxx')
  expect(() => unpack(gzipSync(archive.subarray(0, start + 100)), place())).toThrow('in the middle of a file')
})
