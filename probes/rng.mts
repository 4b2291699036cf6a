import { Simulation } from '/work/wt/ranges/sim/index.ts';
import { Seen } from '/work/wt/ranges/sim/forecast/samples/seen.ts';
import { sampledStarts, quantile } from '/work/wt/ranges/sim/forecast/samples/sampled-starts.ts';
import { buildWorld, engineOf } from '/work/wt/ranges/sim/build.ts';
import { viewFacts } from '/work/wt/ranges/sim/facts/view.ts';
import { estimatesOf } from '/work/wt/ranges/sim/reading/waits/estimates.ts';
import { readFileSync } from 'node:fs';
import { scenarioOf } from '/work/wt/ranges/src/scenario/load.ts';
const name=process.argv[2]??'demo', seeds=Number(process.argv[3]??3), per=Number(process.argv[4]??5), variant=process.argv[5];
const file=JSON.parse(readFileSync(name.startsWith('/')?name:`/work/wt/ranges/fixtures/scenarios/${name}.json`,'utf8'));
const H=3600e3, D=24*H;
let n=0,inside=0,below=0,above=0; const ranks=new Array(10).fill(0); const errP=[],err5=[]; let cpu=0,futures=0; const blocks=[];
for(let k=0;k<seeds;k++){
  const r=scenarioOf(structuredClone(file),'s',{seed:1000+k,now:Date.now,namesNoFile:true}); if(!r.ok) throw JSON.stringify(r.problems);
  const weekMs=((Date.parse(r.scenario.start)-Date.parse('2026-01-05T00:00:00Z'))%(7*D)+7*D)%(7*D);
  const w=buildWorld({...r.scenario,keepEnded:10,recordEstimatesEveryMs:null}); const eng=engineOf(w); const sim={get nowMs(){return w.core.now}, runSome:(t)=>eng.runTo(t), takeFacts:()=>w.core.facts.take(), viewFacts:(run,x)=>viewFacts(run,w,x), estimates:(ids)=>estimatesOf(w,ids), queuedIds:()=>{const g=w.core.gprs,o=[];for(let r=0;r<g.used;r+=16)if(g.state[r]===1)o.push({uid:g.uid[r],gprId:w.ids.gprId(g.uid[r])});return o}, sampled:({samples,horizonMs})=>sampledStarts(w,seen.now(w.core.now),samples,w.core.now+horizonMs)}; const seen=new Seen(weekMs);
  const starts=new Map();
  const asked=[];
  const instants=Array.from({length:per},(_,i)=>3*D+ i*13*H+ k*37*60e3);
  const world=(sim as any);
  const take=()=>{const run=sim.takeFacts(); seen.follow(run); for(const f of sim.viewFacts(run,{after:0,limit:1e9})) if(f.kind==='gpr.provisioning'){const a=starts.get(f.gprId)??[]; a.push(Date.parse((f as any).at)||f.atMs); starts.set(f.gprId,a);} };
  for(const at of instants){
    for(let t=sim.nowMs; t<at; ){ t=Math.min(at,t+6*H); sim.runSome(t,Infinity); take(); }
    const gprs=sim.queuedIds();
    const est=(()=>{const p=sim.estimates(gprs.map(g=>g.gprId)); while(!p.run(Infinity)); return p.answer();})();
    const c0=process.cpuUsage();
    const p=sim.sampled({seen,samples:100,horizonMs:7*D}); while(!p.run(1e9)); const ans=p.answer();
    const c=process.cpuUsage(c0); cpu+=(c.user+c.system)/1000; futures+=100;
    asked.push({at,gprs,est,ans});
  }
  for(let t=sim.nowMs, end=t+8*D; t<end; ){ t+=6*H; sim.runSome(t,Infinity); take(); }
  for(const {at,gprs,est,ans} of asked){ let bi=0,bn=0;
    gprs.forEach((g,i)=>{ const s=(starts.get(g.gprId)??[]).find(x=>x>at); if(s===undefined) return; const a=ans.find(x=>x.uid===g.uid); const p10=quantile(a.startMs,.1),p90=quantile(a.startMs,.9),p50=quantile(a.startMs,.5);
      n++;bn++; const isIn=s>=p10&&s<=p90; if(isIn){inside++;bi++} else if(s<p10) below++; else above++;
      const rank=a.startMs.filter(x=>x<s).length+0.5*a.startMs.filter(x=>x===s).length; ranks[Math.min(9,Math.floor(rank/10))]++;
      if(est[i].startMs!==null){errP.push(Math.abs(est[i].startMs-s)); err5.push(Math.abs(Math.min(p50,1e12)-s));}
    }); blocks.push([bi,bn]); }
}
const med=a=>a.sort((x,y)=>x-y)[a.length>>1]/60e3, mean=a=>a.reduce((s,x)=>s+x,0)/a.length/60e3;
console.log(name,{n,instants:blocks.length,coverage:(100*inside/n).toFixed(1),below:(100*below/n).toFixed(1),above:(100*above/n).toFixed(1)},'ranks',ranks.map(x=>(100*x/n).toFixed(0)).join(' '),'median err point',med(errP).toFixed(1),'p50',med(err5).toFixed(1),'mean',mean(errP).toFixed(0),mean(err5).toFixed(0),'ms/future',(cpu/futures).toFixed(2));
const bs=Array.from({length:500},()=>{let a=0,b=0;for(let i=0;i<blocks.length;i++){const [x,y]=blocks[Math.floor(Math.random()*blocks.length)];a+=x;b+=y}return a/b}).sort((x,y)=>x-y); console.log('bootstrap',(100*bs[12]).toFixed(1),(100*bs[487]).toFixed(1));
