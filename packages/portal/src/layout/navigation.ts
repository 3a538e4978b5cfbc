import {
  ArrowLeftRight,
  Blocks,
  Gift,
  House,
  type LucideIcon,
  PanelsTopLeft,
  ReceiptText,
  Repeat2,
  Settings,
  ShieldQuestion,
  SlidersHorizontal,
  Users,
  Webhook,
} from 'lucide-react'

export type Section = {
  readonly name: string
  readonly label: string
  readonly icon: LucideIcon
  /** Typed after `g`. */
  readonly key: string
}

/** The pages of the side bar, in groups. */
export const sections: readonly (readonly Section[])[] = [
  [
    { name: 'home', label: 'Home', icon: House, key: 'h' },
    { name: 'referrals', label: 'Referrals', icon: Repeat2, key: 'r' },
    { name: 'participants', label: 'Participants', icon: Users, key: 'p' },
    { name: 'rewards', label: 'Rewards', icon: Gift, key: 'w' },
    { name: 'review', label: 'Review', icon: ShieldQuestion, key: 'v' },
  ],
  [
    { name: 'program', label: 'Program', icon: SlidersHorizontal, key: 'o' },
    { name: 'widget', label: 'Widget', icon: PanelsTopLeft, key: 'e' },
    { name: 'install', label: 'Install', icon: Blocks, key: 'i' },
  ],
  [
    { name: 'discounts', label: 'Discounts', icon: ReceiptText, key: 'd' },
    { name: 'webhooks', label: 'Webhooks', icon: Webhook, key: 'k' },
    { name: 'transfers', label: 'Import / export', icon: ArrowLeftRight, key: 'x' },
    { name: 'settings', label: 'Settings', icon: Settings, key: 's' },
  ],
]

export const allSections: readonly Section[] = sections.flat()
