import { chanceOf } from '../crash/chance.ts'
import { dishonestLives } from './dishonest-lives.ts'
import { honestLives } from './honest-lives.ts'
import { type Act, DAY_MS, type KindOfLife, type Life, Script } from './lives.ts'

export type CorpusSize = {
  /** How many referrals there are, about. */
  readonly lives: number
  /** The share of the size of large groups, such as farms and campuses, from 0 to 1. */
  readonly groups: number
}

export type Corpus = {
  /** In the order of their times, which begin at 0. */
  readonly acts: readonly Act[]
  readonly lives: readonly Life[]
  readonly days: number
}

const DAYS = 120
/** Groups are not made smaller than this. */
const SMALL_GROUP = 6
/** Referrers join up to a year before their first friend. */
const BEFORE_MS = 366 * DAY_MS

/** The lives of a program of which a share is dishonest, from a seed: the same seed gives the same lives. */
export function corpusOf(seed: number, dishonestShare: number, size: CorpusSize): Corpus {
  const script = new Script(chanceOf(seed))
  write(script, dishonestLives, size.lives * dishonestShare, size)
  const dishonest = script.lives.length
  // The share is kept although groups are whole.
  write(script, honestLives, (dishonest * (1 - dishonestShare)) / dishonestShare, size)
  return corpusIn(script)
}

/** One group of each of some kinds. */
export function corpusOfKinds(seed: number, names: readonly string[], groups: number): Corpus {
  const script = new Script(chanceOf(seed))
  const kinds = [...dishonestLives, ...honestLives].filter((it) => names.includes(it.name))
  write(script, kinds, 0, { lives: 0, groups })
  return corpusIn(script)
}

function corpusIn(script: Script): Corpus {
  const acts = script.acts.map((it) => ({ ...it, at: Math.round(it.at) + BEFORE_MS }))
  acts.sort((one, other) => one.at - other.at)
  const lives = script.lives.map((it) => ({ ...it, startedAt: Math.round(it.startedAt) + BEFORE_MS }))
  return { acts, lives, days: DAYS + BEFORE_MS / DAY_MS }
}

/** Writes groups of each kind until it has its share of the lives; each kind is there at least once. */
function write(script: Script, kinds: readonly KindOfLife[], wanted: number, size: CorpusSize): void {
  const shares = kinds.reduce((sum, it) => sum + it.share, 0)
  for (const kind of kinds) {
    const due = (wanted * kind.share) / shares
    const first = script.lives.length
    do {
      script.begin(kind)
      const [least, most] = kind.size
      const whole = script.between(least, most)
      const friends = whole <= SMALL_GROUP ? whole : Math.max(SMALL_GROUP, Math.round(whole * size.groups))
      kind.write(script, friends, script.chance() * (DAYS - 60) * DAY_MS)
    } while (script.lives.length - first < due)
  }
}
