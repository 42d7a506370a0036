"""The one table of reproductions."""

from gaitsmith.reproduction import demo, yin2007
from gaitsmith.reproduction.comparison import TableMaker
from gaitsmith.reproduction.coros2008 import accuracy, terrains
from gaitsmith.reproduction.vandepanne1995 import gain, gaits, stages
from gaitsmith.reproduction.wang2009 import ablations, challenges, energy, natural
from gaitsmith.reproduction.wang2012 import running, walking

TABLES: dict[str, TableMaker] = {
    "coros2008/offline-error": accuracy.offline_error,
    "coros2008/examples": accuracy.examples,
    "coros2008/horizon": accuracy.horizon,
    "coros2008/samples": accuracy.samples,
    "coros2008/stress": terrains.stress,
    "coros2008/latency": terrains.latency,
    "coros2008/stones": terrains.stones,
    "coros2008/path": terrains.path,
    "coros2008/push": terrains.push,
    "coros2008/styles": terrains.styles,
    "coros2008/heights": terrains.heights,
    "demo/success-rate": demo.success_rate,
    "vandepanne1995/trials": stages.trials,
    "vandepanne1995/guidance": stages.guidance,
    "vandepanne1995/terrain": stages.terrain,
    "vandepanne1995/pelvis-height": stages.pelvis_height,
    "vandepanne1995/gain": gain.gain,
    **{f"vandepanne1995/{name}": gaits.table_of(name) for name in gaits.GAITS},
    "wang2009/features": natural.features,
    "wang2009/ratio": ablations.ratio,
    "wang2009/angular-momentum": ablations.angular_momentum,
    "wang2009/head": ablations.head,
    "wang2009/landing": ablations.landing,
    "wang2009/power": ablations.power,
    "wang2009/human-curves": natural.human_curves,
    "wang2009/simbicon-energy": energy.simbicon_energy,
    "wang2009/body-shapes": energy.body_shapes,
    "wang2009/push": challenges.push,
    "wang2009/slopes": challenges.slopes,
    "wang2009/friction": challenges.friction,
    "wang2009/speeds": energy.speeds,
    "wang2009/fastest": energy.fastest,
    "wang2009/cost": energy.cost,
    "wang2012/table1": walking.table1,
    "wang2012/objectives": walking.objectives,
    "wang2012/moments": walking.moments,
    "wang2012/energy": running.energy,
    "wang2012/weak-plantarflexors": walking.weak_plantarflexors,
    "wang2012/weak-hamstrings": walking.weak_hamstrings,
    "wang2012/weak-vasti": walking.weak_vasti,
    "wang2012/running": running.running,
    "wang2012/robust-walk": running.robust_walk,
    "wang2012/robust-run": running.robust_run,
    "wang2012/delays": walking.delays,
    "yin2007/gaits": yin2007.gaits,
    "yin2007/pushes": yin2007.pushes,
}
