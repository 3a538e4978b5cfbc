/** PostgreSQL's unit of storage, with the sizes of an embedded cluster. */
export const PAGE_BYTES = 8192
const PAGES_PER_SEGMENT = 131_072

/** A file of a table or an index, its free space map and its like: `16384`, `16384.2`, `16384_vm`, `16384_fsm.1`. */
const relation = /^(?:base\/\d+|global)\/\d+(?:_(?:fsm|vm|init))?(?:\.(\d+))?$/

/** The number of a file's first page within its table, for a file that consists of pages; null for any other. */
export function firstPageOf(path: string): number | null {
  const match = relation.exec(path)
  return match === null ? null : Number(match[1] ?? 0) * PAGES_PER_SEGMENT
}

/**
 * Whether a page is as PostgreSQL wrote it. Pages that nothing was written to are, and so are those that were written
 * after `since`: the log of changes brings them back whole, whatever was read of them.
 */
export function isPageWhole(page: Buffer, pageNumber: number, since: bigint): boolean {
  if (page.readUInt16LE(UPPER_OFFSET) === 0) return true
  const writtenAt = (BigInt(page.readUInt32LE(0)) << 32n) | BigInt(page.readUInt32LE(4))
  if (writtenAt >= since) return true
  return page.readUInt16LE(CHECKSUM_OFFSET) === checksumOf(page, pageNumber)
}

const CHECKSUM_OFFSET = 8
const UPPER_OFFSET = 14

const LANES = 32
const WORDS = PAGE_BYTES / 4
const CHECKSUM_WORD = CHECKSUM_OFFSET / 4
const PRIME = 16_777_619

// As PostgreSQL's checksum_impl.h has them: changing one makes every page look damaged.
const offsets = Int32Array.of(
  ...[0x5b1f36e9, 0xb8525960, 0x02ab50aa, 0x1de66d2a, 0x79ff467a, 0x9bb9f8a3, 0x217e7cd2, 0x83e13d2c],
  ...[0xf8d4474f, 0xe39eb970, 0x42c6ae16, 0x993216fa, 0x7b093b5d, 0x98daff3c, 0xf718902a, 0x0b1c9cdb],
  ...[0xe58f764b, 0x187636bc, 0x5d7b3bb1, 0xe73de7de, 0x92bec979, 0xcca6c0b2, 0x304a0979, 0x85aa43d4],
  ...[0x783125bb, 0x6ca8eaa2, 0xe407eac6, 0x4b5cfc3e, 0x9fbf8c76, 0x15ca20be, 0xf2ca9fd3, 0x959bd756],
)

/** The checksum that a page of this number should bear: FNV-1a in 32 lanes, the page's own checksum read as zero. */
function checksumOf(page: Buffer, pageNumber: number): number {
  // A copy, because a view of words must begin at a multiple of four; both systems that we run on count from the low end.
  const words = new Int32Array(Uint8Array.from(page).buffer)
  words[CHECKSUM_WORD] = (words[CHECKSUM_WORD] ?? 0) & 0xffff0000
  const sums = Int32Array.from(offsets)
  for (let index = 0; index < WORDS; index += 1) mix(sums, index % LANES, words[index] ?? 0)
  let folded = 0
  for (let lane = 0; lane < LANES; lane += 1) {
    mix(sums, lane, 0)
    mix(sums, lane, 0)
    folded ^= sums[lane] ?? 0
  }
  return (((folded ^ pageNumber) >>> 0) % 65_535) + 1
}

function mix(sums: Int32Array, lane: number, word: number): void {
  const mixed = (sums[lane] ?? 0) ^ word
  sums[lane] = Math.imul(mixed, PRIME) ^ (mixed >>> 17)
}
