import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sourceDate } from './archive.ts'

/**
 * The packages that a release holds, with their licenses and hashes, as CycloneDX. npm gives each list a random number and the
 * time of day; here they follow from the lock and the commit, so that the same commit has the same list.
 */
export function billOfMaterials(release: string): string {
  const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only']
  const made = execFileSync('npm', args, { cwd: release, encoding: 'utf8', maxBuffer: 2 ** 26 })
  const { metadata, ...bill } = JSON.parse(made)
  const lock = readFileSync(join(release, 'package-lock.json'))
  return `${JSON.stringify(
    {
      ...bill,
      serialNumber: `urn:uuid:${uuidOf(lock)}`,
      metadata: {
        ...metadata,
        timestamp: new Date(sourceDate() * 1000).toISOString(),
        component: { ...metadata.component, type: 'application', name: 'goodword' },
      },
    },
    null,
    2,
  )}\n`
}

/** A UUID of version 8, whose bits are those of a hash. */
function uuidOf(content: Buffer): string {
  const bytes = createHash('sha256').update(content).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
