import { Link } from '@tanstack/react-router'
import { classes } from '../components/classes.ts'
import { Logo } from './logo.tsx'
import { sections } from './navigation.ts'

type SideBarProps = {
  readonly tenantAlias: string
  readonly section: string
  readonly onNavigate?: () => void
}

/** The pages of a program, each with icon and words. */
export function SideBar({ tenantAlias, section, onNavigate }: SideBarProps) {
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
            {group.map(({ name, label, icon: Icon }) => (
              <li key={name}>
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
                </Link>
              </li>
            ))}
          </ul>
        ))}
      </nav>
    </>
  )
}
