{%- extends 'nbgrader/gradebook_notebook_submissions.tpl' -%}

{#- nbgrader writes these names into the script as they are. -#}
{%- block head -%}
<script>
var assignment_id = {{ assignment_id | tojson }};
var notebook_id = {{ notebook_id | tojson }};
</script>

<script src="{{ base_url }}/formgrader/static/js/gradebook_notebook_submissions.js"></script>
<script src="{{ base_url }}/formgrader/nbjudge/needs_attention.js"></script>
<script src="{{ base_url }}/formgrader/nbjudge/share.js"></script>
<script src="{{ base_url }}/formgrader/nbjudge/choose_share.js"></script>
{%- endblock head -%}

{%- block messages -%}
{{ super() }}
<form class="nbjudge-run form-inline" id="nbjudge-share">
  <label for="nbjudge-part">My share: part</label>
  <input type="number" min="1" max="99" class="form-control" id="nbjudge-part" />
  <label for="nbjudge-parts">of</label>
  <input type="number" min="1" max="99" class="form-control" id="nbjudge-parts" />
  <span id="nbjudge-share-progress" role="status"></span>
  <a class="btn btn-primary" id="nbjudge-share-next" hidden>Grade the next of my share</a>
</form>
{%- endblock -%}
