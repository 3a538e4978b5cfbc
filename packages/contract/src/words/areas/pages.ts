import { pages as ar } from '../ar/pages.ts'
import { pages as de } from '../de/pages.ts'
import { pages as en } from '../en/pages.ts'
import { pages as es } from '../es/pages.ts'
import { pages as fr } from '../fr/pages.ts'
import { pages as it } from '../it/pages.ts'
import { pages as ja } from '../ja/pages.ts'
import { pages as nl } from '../nl/pages.ts'
import { pages as pl } from '../pl/pages.ts'
import { pages as pt } from '../pt/pages.ts'
import type { Area } from '../translation.ts'

export const pages: Area<typeof en> = { en, de, fr, es, it, nl, pt, pl, ja, ar }
