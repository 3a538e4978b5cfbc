import {
  ArrowLeftRight,
  Blocks,
  Gift,
  House,
  type LucideIcon,
  Mail,
  PanelsTopLeft,
  Receipt,
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
  /** The page refuses everybody else. */
  readonly isForAdmins?: true
}

/** The pages of the side bar, in groups. */
export const sections: readonly (readonly Section[])[] = [
  [
    { name: 'home', label: 'Home', icon: House, key: 'h' },
    { name: 'referrals', label: 'Referrals', icon: Repeat2, key: 'r' },
    { name: 'users', label: 'People', icon: Users, key: 'p' },
    { name: 'rewards', label: 'Rewards', icon: Gift, key: 'w' },
    { name: 'review', label: 'Review', icon: ShieldQuestion, key: 'v' },
  ],
  [
    { name: 'program', label: 'Program', icon: SlidersHorizontal, key: 'o' },
    { name: 'widget', label: 'Widget', icon: PanelsTopLeft, key: 'e' },
    { name: 'emails', label: 'E-mails', icon: Mail, key: 'm' },
    { name: 'install', label: 'Install', icon: Blocks, key: 'i' },
  ],
  [
    { name: 'discounts', label: 'Discounts', icon: ReceiptText, key: 'd' },
    { name: 'bills', label: 'Bills', icon: Receipt, key: 'b' },
    { name: 'webhooks', label: 'Webhooks', icon: Webhook, key: 'k', isForAdmins: true },
    { name: 'transfers', label: 'Import / export', icon: ArrowLeftRight, key: 'x', isForAdmins: true },
    { name: 'settings', label: 'Settings', icon: Settings, key: 's' },
  ],
]

/** The pages that a role may see, such as for the command palette. */
export function openSections({ canWrite }: { readonly canWrite: boolean }): readonly Section[] {
  return sections.flat().filter((it) => canWrite || it.isForAdmins !== true)
}

export const FOR_ADMINS = 'Owners and admins only'
