import { Switch } from '../../components/switch.tsx'
import type { SectionProps } from './section-props.ts'

/** Whether the program runs. */
export function ActiveSection({ program, change }: SectionProps) {
  return (
    <div className="card px-5 py-4">
      <Switch
        label="The program is on"
        isOn={program.active}
        onChange={(active) => change({ active })}
        hint="While it is off, referral codes are not valid and no new friends are attributed to referrers. Referrals, rewards and discounts that exist go on. Takes effect when you save."
      />
    </div>
  )
}
