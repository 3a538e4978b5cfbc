import type { Program } from '@goodword/client'
import { MAX_MILESTONES } from '@goodword/domain/rewards/milestones'
import { Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../../components/button.tsx'
import { Checkbox } from '../../../components/fields/checkbox.tsx'
import type { FieldProblem } from '../../../components/fields/form-errors.ts'
import { NumberSetting } from '../../../components/fields/number-field.tsx'
import { Section } from '../../../components/page.tsx'
import { count } from '../../../format/number-text.ts'
import type { SectionProps } from '../use-program-draft.ts'
import { RewardEditor, startOf } from './reward-editor.tsx'

type Milestones = Program['milestones']

const STEP = 5

/** Further rewards for referrers who have brought a number of friends. */
export function MilestonesSection({ program, change }: SectionProps) {
  const { milestones, currency } = program
  const place = useRef<HTMLDivElement>(null)
  const focusNext = useRef<string | null>(null)
  const set = (next: Milestones) => change({ milestones: next })
  const replace = (index: number, fields: Partial<Milestones[number]>) =>
    set(milestones.map((it, place) => (place === index ? { ...it, ...fields } : it)))
  // A milestone that is added or removed takes the focus along, which would be lost with its button.
  useEffect(() => {
    if (focusNext.current === null) return
    place.current?.querySelector<HTMLElement>(focusNext.current)?.focus()
    focusNext.current = null
  })
  const add = () => {
    focusNext.current = `[name="milestones.${milestones.length}.friends"]`
    set([...milestones, nextMilestone(milestones, currency)])
  }
  const remove = (index: number) => {
    focusNext.current = ':scope > button'
    set(milestones.filter((_, at) => at !== index))
  }
  // With a key of its place alone, the field of a removed milestone would keep its typed text for the next one.
  const list = [...milestones.entries()].map(([index, it]) => ({
    ...it,
    index,
    key: `${milestones.length} ${index}`,
  }))
  return (
    <Section title="Milestones and leaderboard">
      <div ref={place} className="flex flex-col items-start gap-4">
        <p className="text-soft">
          A further reward, once for each person, when a number of their friends have paid. The limit of
          rewards does not apply to it, the waiting time does. Referrers who had passed the number before do
          not get it, and rewards that were given stay.
        </p>
        {list.length > 0 && (
          <ol className="flex w-full list-none flex-col gap-4 p-0">
            {list.map(({ key, index, friends, reward }) => (
              <li key={key} className="flex flex-col gap-4 border-t border-line pt-4">
                <div className="flex flex-wrap items-start justify-between gap-2">
                  <NumberSetting
                    label={`Milestone ${index + 1}: friends who pay`}
                    name={`milestones.${index}.friends`}
                    unit="friends"
                    value={friends}
                    onChange={(next) => replace(index, { friends: next })}
                  />
                  <Button
                    kind="quiet"
                    icon={<Trash2 />}
                    aria-label={`Remove milestone ${index + 1}`}
                    onClick={() => remove(index)}
                  >
                    Remove
                  </Button>
                </div>
                <RewardEditor
                  legend={
                    Number.isNaN(friends)
                      ? 'The referrer gets'
                      : `The referrer gets for ${count(friends, 'friend')}`
                  }
                  name={`milestones.${index}.reward`}
                  reward={reward}
                  currency={currency}
                  occasion="milestone"
                  onChange={(next) => next !== null && replace(index, { reward: next })}
                />
              </li>
            ))}
          </ol>
        )}
        <Button icon={<Plus />} disabled={milestones.length >= MAX_MILESTONES} onClick={add}>
          Add a milestone
        </Button>
        {milestones.length >= MAX_MILESTONES && (
          <p className="text-soft">A program has at most {MAX_MILESTONES} milestones.</p>
        )}
        <Checkbox
          label="Show referrers a leaderboard"
          isChecked={program.leaderboard === 'RANK_ONLY'}
          onChange={(isOn) => change({ leaderboard: isOn ? 'RANK_ONLY' : 'OFF' })}
          hint="Each sees their own place, and the first names of those who agreed to it in the widget. A person who has not agreed is not shown."
        />
      </div>
    </Section>
  )
}

function nextMilestone(milestones: Milestones, currency: string): Milestones[number] {
  const last = milestones.at(-1)?.friends ?? 0
  return { friends: (Number.isNaN(last) ? 0 : last) + STEP, reward: startOf('CREDIT', currency) }
}

/** The first milestone that does not need more friends than the one before it; null if there is none. */
export function milestoneProblem(milestones: Milestones): FieldProblem | null {
  const index = milestones.findIndex(
    (it, place) => place > 0 && it.friends <= (milestones[place - 1]?.friends ?? 0),
  )
  return index === -1
    ? null
    : { param: `milestones.${index}.friends`, text: 'Enter more friends than for the milestone before.' }
}
