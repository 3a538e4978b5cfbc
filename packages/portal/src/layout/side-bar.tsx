import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { classes } from '../components/classes.ts'
import { useRole } from '../session/use-role.ts'
import { Logo } from './logo.tsx'
import { FOR_ADMINS, sections } from './navigation.ts'
import { ReviewCount } from './review-count.tsx'

type SideBarProps = {
  readonly tenantAlias: string
  readonly section: string
  readonly onNavigate?: () => void
}

/** The pages of a program, each with icon and words. */
export function SideBar({ tenantAlias, section, onNavigate }: SideBarProps) {
  const { canWrite } = useRole()
  return (
    <>
      {onNavigate === undefined && (
        <Link
          to="/$tenantAlias/home"
          params={{ tenantAlias }}
          className="flex h-14 items-center gap-2 px-5 font-semibold"
        >
          <Logo />
          Goodword
        </Link>
      )}
      <nav aria-label="Pages" className={onNavigate === undefined ? 'px-3 py-2' : undefined}>
        {sections.map((group) => (
          <ul key={group[0]?.name} className="mb-3 flex flex-col gap-0.5">
            {group.map(({ name, label, icon: Icon, isForAdmins }) => (
              <li key={name}>
                {isForAdmins === true && !canWrite ? (
                  <ClosedEntry label={label} icon={<Icon aria-hidden className="size-4 shrink-0" />} />
                ) : (
                  <Link
                    to={`/${tenantAlias}/${name}` as string}
                    onClick={onNavigate}
                    preload="intent"
                    aria-current={name === section ? 'page' : undefined}
                    className={classes(
                      'flex items-center gap-2.5 rounded-md px-2.5 py-1.5 pointer-coarse:py-2.5',
                      name === section
                        ? 'bg-accent-soft font-medium text-link'
                        : 'text-soft hover:bg-hover hover:text-text',
                    )}
                  >
                    <Icon aria-hidden className="size-4 shrink-0" />
                    {label}
                    {name === 'review' && <ReviewCount tenantAlias={tenantAlias} />}
                  </Link>
                )}
              </li>
            ))}
          </ul>
        ))}
      </nav>
    </>
  )
}

/** A page that would refuse the person, with the reason: they know that it exists, and which role sees it. */
function ClosedEntry({ label, icon }: { readonly label: string; readonly icon: ReactNode }) {
  return (
    <span className="flex cursor-not-allowed items-start gap-2.5 rounded-md px-2.5 py-1.5 text-soft [&_svg]:mt-0.5">
      {icon}
      <span>
        {label}
        <span className="block text-xs">{FOR_ADMINS}</span>
      </span>
    </span>
  )
}
