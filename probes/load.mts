import { Simulation } from '/work/wt/ranges/sim/index.ts';
import { Seen } from '/work/wt/ranges/sim/forecast/samples/seen.ts';
import { Future } from '/work/wt/ranges/sim/forecast/samples/future.ts';
import { BlindCopy } from '/work/wt/ranges/sim/forecast/copies/copy.ts';
import { buildWorld, engineOf } from '/work/wt/ranges/sim/build.ts';
import { readFileSync } from 'node:fs';
import { scenarioOf } from '/work/wt/ranges/src/scenario/load.ts';
const name=process.argv[2], seeds=Number(process.argv[3]??4);
const file=JSON.parse(readFileSync(name,'utf8'));
const H=3600e3, D=24*H; const STEP=10*60e3, SPAN=2*D;
const tot={real:{used:0,queued:0,created:0,n:0},fut:{used:0,queued:0,created:0,n:0}};
const used=(core)=>{let u=0; const g=core.gprs; for(let r=0;r<g.used;r+=16) if(g.isProvisioned(r)) u+=g.gpusHeld[r]; return u;};
for(let k=0;k<seeds;k++){
  const r=scenarioOf(structuredClone(file),'s',{seed:3000+k,now:Date.now,namesNoFile:true}); if(!r.ok) throw JSON.stringify(r.problems);
  const weekMs=((Date.parse(r.scenario.start)-Date.parse('2026-01-05T00:00:00Z'))%(7*D)+7*D)%(7*D);
  const world=buildWorld({...r.scenario,keepEnded:10,recordEstimatesEveryMs:null}); const engine=engineOf(world); const seen=new Seen(weekMs);
  const {core}=world;
  for(let t=0;t<5*D;){t+=6*H; engine.runTo(t); seen.follow(core.facts.take());}
  const base=new BlindCopy(world).world; const known=seen.now(core.now); const t0=core.now;
  let free=-1; for(let row=0;row<base.core.gprs.used;row+=16) if(base.core.gprs.state[row]===0){free=row;break}
  const o0=core.gprs.orders;
  for(let i=0;i<8;i++){ const f=new Future(base,[free],known,i); const c=f.world.core; c.gprs.flags[free]&=~4096; const oo=c.gprs.orders; for(let t=t0;t<t0+SPAN;t+=STEP){ f.run(1e9,t); tot.fut.used+=used(c); tot.fut.queued+=c.queued; tot.fut.n++;} tot.fut.created+=c.gprs.orders-oo; }
  for(let t=t0;t<t0+SPAN;t+=STEP){ engine.runTo(t); core.facts.take(); tot.real.used+=used(core); tot.real.queued+=core.queued; tot.real.n++;}
  tot.real.created+=core.gprs.orders-o0;
}
const {real,fut}=tot; console.log('used',(real.used/real.n).toFixed(1),(fut.used/fut.n).toFixed(1),'queued',(real.queued/real.n).toFixed(1),(fut.queued/fut.n).toFixed(1),'created',(real.created/seeds).toFixed(0),(fut.created/seeds/8).toFixed(0));
