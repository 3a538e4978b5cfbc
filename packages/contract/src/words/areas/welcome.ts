import { welcome as ar } from '../ar/welcome.ts'
import { welcome as de } from '../de/welcome.ts'
import { welcome as en } from '../en/welcome.ts'
import { welcome as es } from '../es/welcome.ts'
import { welcome as fr } from '../fr/welcome.ts'
import { welcome as it } from '../it/welcome.ts'
import { welcome as ja } from '../ja/welcome.ts'
import { welcome as nl } from '../nl/welcome.ts'
import { welcome as pl } from '../pl/welcome.ts'
import { welcome as pt } from '../pt/welcome.ts'
import type { Area } from '../translation.ts'

export const welcome: Area<typeof en> = { en, de, fr, es, it, nl, pt, pl, ja, ar }
